import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { createLog } from '#server/log.ts'
import { seedDemo } from '#server/seed/demo.ts'
import { benchConfig, demo } from './bench/served-app.ts'
const folder = mkdtempSync(join(tmpdir(), 's2-prof-'))
const db = await openDb({ ...benchConfig(folder), databaseUrl: null }, createLog('silent'))
await migrate(db)
const spent = new Map()
const wrapped = Object.assign(Object.create(db), { tx: (work) => db.tx((sql) => work({ query: async (name, text, params) => { const t=performance.now(); const r = await sql.query(name,text,params); const [a,b]=spent.get(name)??[0,0]; spent.set(name,[a+performance.now()-t,b+1]); return r } })), script: (a,b)=>db.script(a,b) })
const t=performance.now()
await seedDemo(wrapped, await demo())
console.log('total', performance.now()-t)
for (const [k,v] of spent) if (v[0]>200) console.log(k, Math.round(v[0]), v[1])
for (const tbl of ['driver_miles','unit_miles','toll_transactions','fuel_transactions','gross_revenue','schedule_days']) console.log(tbl, (await db.query('c'+tbl, `select count(*)::int as n from ${tbl}`))[0])
await db.close(); rmSync(folder,{recursive:true})
