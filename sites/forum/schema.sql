-- The forum's state. Every collection has a primary key named `id`; times are ISO 8601 in UTC with seconds.
-- Derived columns (kept so that lists are fast) are named in manifest.py.

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    email TEXT,
    password_hash TEXT NOT NULL,
    biography TEXT NOT NULL DEFAULT '',
    is_admin INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
);

CREATE TABLE forums (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    sidebar TEXT NOT NULL,
    is_featured INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    submission_count INTEGER NOT NULL DEFAULT 0,   -- derived: visible submissions
    seed_subscribers INTEGER NOT NULL DEFAULT 0,   -- subscribers without a row in subscriptions
    subscriber_count INTEGER NOT NULL DEFAULT 0    -- derived: seed_subscribers + rows of subscriptions
);

CREATE TABLE moderators (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    forum_id INTEGER NOT NULL REFERENCES forums(id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    UNIQUE (forum_id, user_id)
);

CREATE TABLE subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    forum_id INTEGER NOT NULL REFERENCES forums(id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    UNIQUE (forum_id, user_id)
);
CREATE INDEX subscriptions_by_user ON subscriptions(user_id);

CREATE TABLE images (
    id TEXT PRIMARY KEY,             -- SHA-256 of the bytes, in hex, plus '.jpg', '.png', '.gif' or '.webp'
    media_type TEXT NOT NULL,        -- 'image/jpeg' ...
    width_px INTEGER NOT NULL,
    height_px INTEGER NOT NULL,
    data BLOB NOT NULL,
    thumbnail BLOB NOT NULL          -- JPEG, at most 140 x 140 px
);

CREATE TABLE submissions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    forum_id INTEGER NOT NULL REFERENCES forums(id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    media_type TEXT NOT NULL CHECK (media_type IN ('url', 'image')),  -- a text submission is 'url' without a url
    url TEXT,
    body TEXT,
    image_id TEXT REFERENCES images(id),
    created_at TEXT NOT NULL,
    edited_at TEXT,
    visibility TEXT NOT NULL DEFAULT 'visible'
        CHECK (visibility IN ('visible', 'trashed', 'deleted')),       -- trashed: by a moderator; deleted: by its author
    is_locked INTEGER NOT NULL DEFAULT 0,
    is_sticky INTEGER NOT NULL DEFAULT 0,
    seed_upvotes INTEGER NOT NULL DEFAULT 0,    -- votes of people without a row in submission_votes
    seed_downvotes INTEGER NOT NULL DEFAULT 0,
    upvotes INTEGER NOT NULL DEFAULT 0,         -- derived: seed_upvotes + rows with choice 1
    downvotes INTEGER NOT NULL DEFAULT 0,       -- derived: seed_downvotes + rows with choice -1
    net_score INTEGER NOT NULL DEFAULT 0,       -- derived: upvotes - downvotes
    ranking INTEGER NOT NULL DEFAULT 0,         -- derived: order of the hot list, see rank() in ranking.py
    controversy REAL NOT NULL DEFAULT 0,        -- derived: order of the controversial list
    comment_count INTEGER NOT NULL DEFAULT 0,   -- derived: visible comments
    last_active TEXT NOT NULL                   -- derived: newest of created_at and the comments' times
);
CREATE INDEX submissions_new ON submissions(visibility, id);
CREATE INDEX submissions_hot ON submissions(visibility, ranking);
CREATE INDEX submissions_top ON submissions(visibility, net_score);
CREATE INDEX submissions_active ON submissions(visibility, last_active);
CREATE INDEX submissions_commented ON submissions(visibility, comment_count);
CREATE INDEX submissions_created ON submissions(visibility, created_at);
CREATE INDEX submissions_controversial ON submissions(visibility, controversy);
CREATE INDEX submissions_forum_new ON submissions(forum_id, visibility, id);
CREATE INDEX submissions_forum_hot ON submissions(forum_id, visibility, ranking);
CREATE INDEX submissions_forum_top ON submissions(forum_id, visibility, net_score);
CREATE INDEX submissions_forum_active ON submissions(forum_id, visibility, last_active);
CREATE INDEX submissions_user ON submissions(user_id, id);

CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    submission_id INTEGER NOT NULL REFERENCES submissions(id) ON DELETE CASCADE,
    parent_id INTEGER REFERENCES comments(id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    body TEXT NOT NULL,
    created_at TEXT NOT NULL,
    edited_at TEXT,
    visibility TEXT NOT NULL DEFAULT 'visible' CHECK (visibility IN ('visible', 'trashed', 'deleted')),
    seed_upvotes INTEGER NOT NULL DEFAULT 0,
    seed_downvotes INTEGER NOT NULL DEFAULT 0,
    upvotes INTEGER NOT NULL DEFAULT 0,         -- derived
    downvotes INTEGER NOT NULL DEFAULT 0,       -- derived
    net_score INTEGER NOT NULL DEFAULT 0        -- derived
);
CREATE INDEX comments_submission ON comments(submission_id, id);
CREATE INDEX comments_user ON comments(user_id, id);

CREATE TABLE submission_votes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    submission_id INTEGER NOT NULL REFERENCES submissions(id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    choice INTEGER NOT NULL CHECK (choice IN (1, -1)),
    created_at TEXT NOT NULL,
    UNIQUE (user_id, submission_id)
);
CREATE INDEX submission_votes_submission ON submission_votes(submission_id);

CREATE TABLE comment_votes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    comment_id INTEGER NOT NULL REFERENCES comments(id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    choice INTEGER NOT NULL CHECK (choice IN (1, -1)),
    created_at TEXT NOT NULL,
    UNIQUE (user_id, comment_id)
);
CREATE INDEX comment_votes_comment ON comment_votes(comment_id);

CREATE TABLE moderation_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    forum_id INTEGER NOT NULL REFERENCES forums(id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,   -- the moderator
    action TEXT NOT NULL,            -- 'submission_removed', 'submission_locked', 'comment_removed' ...
    submission_id INTEGER REFERENCES submissions(id) ON DELETE CASCADE,
    comment_id INTEGER REFERENCES comments(id) ON DELETE CASCADE,
    reason TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL
);
CREATE INDEX moderation_log_forum ON moderation_log(forum_id, id);

-- Full-text search, kept in step by the database itself.
CREATE VIRTUAL TABLE submissions_fts USING fts5(title, body, content='submissions', content_rowid='id');
CREATE TRIGGER submissions_fts_insert AFTER INSERT ON submissions BEGIN
    INSERT INTO submissions_fts(rowid, title, body) VALUES (NEW.id, NEW.title, NEW.body);
END;
CREATE TRIGGER submissions_fts_delete AFTER DELETE ON submissions BEGIN
    INSERT INTO submissions_fts(submissions_fts, rowid, title, body) VALUES ('delete', OLD.id, OLD.title, OLD.body);
END;
CREATE TRIGGER submissions_fts_update AFTER UPDATE OF title, body ON submissions BEGIN
    INSERT INTO submissions_fts(submissions_fts, rowid, title, body) VALUES ('delete', OLD.id, OLD.title, OLD.body);
    INSERT INTO submissions_fts(rowid, title, body) VALUES (NEW.id, NEW.title, NEW.body);
END;

CREATE VIRTUAL TABLE comments_fts USING fts5(body, content='comments', content_rowid='id');
CREATE TRIGGER comments_fts_insert AFTER INSERT ON comments BEGIN
    INSERT INTO comments_fts(rowid, body) VALUES (NEW.id, NEW.body);
END;
CREATE TRIGGER comments_fts_delete AFTER DELETE ON comments BEGIN
    INSERT INTO comments_fts(comments_fts, rowid, body) VALUES ('delete', OLD.id, OLD.body);
END;
CREATE TRIGGER comments_fts_update AFTER UPDATE OF body ON comments BEGIN
    INSERT INTO comments_fts(comments_fts, rowid, body) VALUES ('delete', OLD.id, OLD.body);
    INSERT INTO comments_fts(rowid, body) VALUES (NEW.id, NEW.body);
END;
