-- A text as it is compared, whatever its spelling: `folded` of the contract, character by character. The classes and pairs
-- are those of contract/folded.ts; a test walks over all characters and finds what differs. `normalize` needs no extension.
-- The bodies are bound when they are made: a restore from a dump, which has no search path, fills the columns by them.
create function folded(written text) returns text language sql immutable strict parallel safe
  return regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(written, NFD) collate "C",
          '[\ufe00-\ufe0f!-/:-@\[-`{-~\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u02b0-\u036f\u200b-\u2027\u202a-\u202e\u2030-\u206f\u2212\ufeff]+',
          '', 'g')),
        'ÐØðøĐđĦħıŁłŊŋŦŧΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯÆÞŒẞ',
        'dododdhhillnnttαβγδεζηθικλμνξοπρστυφχψωσђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяæþœß'),
      'æ', 'ae'), 'þ', 'th'), 'œ', 'oe'), 'ß', 'ss'),
    '[\t-\r \u00a0\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g') collate "C";
create function glued(written text) returns text language sql immutable strict parallel safe
  return replace(folded(written), ' ', '');

-- What searches look through, worked out once a change and not once a search: `personText`, `unitText` and `codeText`.
alter table users add column search_name text collate "C" generated always as (folded(sort_name)) stored;
alter table users add column search_text text collate "C"
  generated always as (folded(sort_name || ' ' || email || ' ' || phone) || ' ' || glued(phone)) stored;
alter table units add column search_code text collate "C" generated always as (folded(id) || ' ' || glued(id)) stored;
alter table units add column search_text text collate "C" generated always as (
  folded(id || ' ' || transport_model || ' ' || coalesce(year::text, '') || ' ' || color || ' ' || coalesce(type, '')
    || ' ' || coalesce(vin, '') || ' ' || coalesce(unit_number, '') || ' ' || coalesce(licence_plate, '')
    || ' ' || coalesce(transponder_id, '') || ' ' || fleet_manager_name)
  || ' ' || glued(id) || ' ' || coalesce(glued(unit_number), '') || ' ' || coalesce(glued(licence_plate), '')
  || ' ' || coalesce(glued(transponder_id), '')) stored;
