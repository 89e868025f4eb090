-- Records of websites are "live" ones; no import has ever had a format of their own.

alter table imports drop constraint imports_format_check;
alter table imports add constraint imports_format_check check (format in ('overture', 'osm', 'google', 'csv', 'json-ld', 'live'));
