-- When the hourly look last asked the provider about a dispute that may still be won: whoever was asked longest ago is next.
alter table campaigns add column dispute_looked_at timestamptz;
