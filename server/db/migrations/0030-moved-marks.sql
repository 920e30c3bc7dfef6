-- A tag, a plate or a card goes to another truck or driver, or to none. An expense that comes again after that is looked for by
-- what it writes, whosever it was found to be when it came (docs/decisions/0035-an-expense-is-known-by-its-meaning.md).
drop index toll_transactions_nobodys;
create index toll_transactions_called on toll_transactions
  (ltrim(glued(coalesce(nullif(transponder_id, ''), nullif(plate, ''), unit_number)), '0'), date, amount, id);
drop index fuel_transactions_nobodys;
create index fuel_transactions_bought on fuel_transactions (date, amount, id);
