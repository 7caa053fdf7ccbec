-- The behavior captcha's memory: challenges, what was solved, and how often who asked. All of it lives minutes, at most
-- a day, and may be lost with a crash: whoever was about to answer asks for another picture. It is global, since most
-- of it is before anyone signed in.

-- `owner` is a keyed hash of the browser and its fingerprint: a stranger who has an id finds nothing under it, and so
-- cannot use it up either.
create unlogged table captcha_challenge (
  owner bytea not null,
  id text not null check (char_length(id) <= 80),
  type text not null check (type in ('SLIDER', 'ROTATE', 'CONCAT', 'WORD_IMAGE_CLICK', 'POW')),
  answer jsonb not null,
  work jsonb not null,
  url text check (char_length(url) <= 200),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (owner, id)
);
create index captcha_challenge_expiry on captcha_challenge (expires_at);

-- A solved challenge, good for one call. Without a url it is good for any.
create unlogged table captcha_pass (
  context bytea not null,
  id text not null check (char_length(id) <= 80),
  url text check (char_length(url) <= 200),
  fingerprint bytea not null,
  network text not null,
  expires_at timestamptz not null,
  primary key (context, id)
);
create index captcha_pass_expiry on captcha_pass (expires_at);

-- When something was done within its window, one row for each doer and deed. By `is_taken` the statement that counts
-- tells its caller whether this use still fits; where it does not, the caller rolls back, so that a row at rest always
-- says true.
create unlogged table captcha_use (
  key bytea primary key,
  times timestamptz[] not null,
  is_taken boolean not null,
  expires_at timestamptz not null
);
create index captcha_use_expiry on captcha_use (expires_at);

-- Wrong answers of one browser, and until when it gets no new challenge or, after very many, no answer at all.
create unlogged table captcha_standing (
  context bytea primary key,
  failures timestamptz[] not null,
  paused_until timestamptz,
  shut_until timestamptz,
  expires_at timestamptz not null
);
create index captcha_standing_expiry on captcha_standing (expires_at);

-- The movement itself is never kept, only that it was seen.
create unlogged table captcha_track (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index captcha_track_expiry on captcha_track (expires_at);

grant select, insert, update, delete on captcha_challenge, captcha_pass, captcha_use, captcha_standing,
  captcha_track to sealwright_app;
