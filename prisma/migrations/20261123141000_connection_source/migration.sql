-- Who keeps a connection: `stored` whoever may change it, `environment` the settings of the service.
alter table connections add column source text not null default 'stored';
