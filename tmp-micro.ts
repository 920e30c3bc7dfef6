import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { createLog } from '#server/log.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { demoCompany } from '#server/seed/company.ts'
import { benchConfig, demo, today } from './bench/served-app.ts'
const folder = mkdtempSync(join(tmpdir(), 's2-prof-'))
const db = await openDb({ ...benchConfig(folder), databaseUrl: null }, createLog('silent'))
await migrate(db)
await seedDemo(db, await demo())
const tolls = [...demoCompany(400, today()).tolls()].slice(0,5000)
const cols = "id bigint, unit_id text, date date, amount numeric, agency text, plaza text, source_key text"
const time = async (name, text, params) => { const t=performance.now(); for (let i=0;i<5;i++) await db.query(name, text, params); console.log(name, ((performance.now()-t)/5).toFixed(1)) }
const json = JSON.stringify(tolls)
await time('parse', `select count(*), max(source_key), sum(amount) from json_to_recordset($1::json) as r (${cols})`, [json])
await time('parse+join', `select count(*), max(u.vin) from json_to_recordset($1::json) as r (${cols}) join units u on u.id=r.unit_id`, [json])
const un = [0,1,2,3,4,5,6].map(()=>0)
const arrays = [tolls.map(t=>t.id), tolls.map(t=>t.unit_id), tolls.map(t=>t.date), tolls.map(t=>t.amount), tolls.map(t=>t.agency), tolls.map(t=>t.plaza), tolls.map(t=>t.source_key)]
await time('unnest', `select count(*), max(source_key), sum(amount) from unnest($1::bigint[],$2::text[],$3::date[],$4::numeric[],$5::text[],$6::text[],$7::text[]) as r (id,unit_id,date,amount,agency,plaza,source_key)`, arrays)
const ins = (tbl) => `insert into ${tbl} (id, unit_id, date, posted_on, amount, agency, plaza, plate, transponder_id, unit_number, source, source_key) select r.id, r.unit_id, r.date, r.date, r.amount, r.agency, r.plaza, u.licence_plate, u.transponder_id, u.unit_number, 'x', r.source_key||clock_timestamp() from json_to_recordset($1::json) as r (${cols}) join units u on u.id=r.unit_id`
await db.script(null, `create table a (like toll_transactions); create table b (like a); alter table b add foreign key (unit_id) references units; create table c (like toll_transactions including indexes)`)
await time('bare', ins('a'), [json])
await time('fk', ins('b'), [json])
await time('idx', ins('c').replace('select r.id,', 'select r.id + (random()*1e12)::bigint,'), [json])
await db.script(null, `create table d (like a); create index on d (unit_id, date) include (amount);create table e (like a); create index on e (date) include (amount);create table f (like a); create unique index on f (source, source_key);`)
await time('idx unit', ins('d'), [json])
await time('idx date', ins('e'), [json])
await time('idx key', ins('f'), [json])
await db.close(); rmSync(folder,{recursive:true})
