/* statements.c: the SQL of all statements, in the words of db.h. Tables: migrations.c. */
#include "store/store.h"

/* A table is free when its owner is nobody or a process that has not been heard of lately. */
#define ALIVE "EXISTS (SELECT 1 FROM member m WHERE m.id = owner AND m.seen > @now - "

/* Whose rating a result changes: the account's; a bot's, by its name; of others nobody's. */
#define WHO                                                                                        \
    "CASE WHEN r.account <> '' THEN r.account WHEN r.kind IN ('human', 'stand_in') THEN ''"        \
    " ELSE 'bot:' || r.kind END"
/* Who has played enough for a place among others and is not suspended now, and every bot. */
#define LISTED(t)                                                                                  \
    "((" t ".games >= ? AND NOT EXISTS (SELECT 1 FROM sanction x WHERE x.account = " t             \
    ".who AND x.kind = 'suspend' AND x.until > ?)) OR " t ".who LIKE 'bot:%')"

/* Results of an account before a time, of one game and number of seats or of all. */
#define RESULTS(t)                                                                                 \
    t "account = ? AND " t "at < ? AND (CAST(? AS TEXT) = '' OR " t "game = ?)"                    \
      " AND (CAST(? AS @int) = 0 OR " t "seats = ?)"

/* Who has asked for much within the hour comes later: his first before another's second. */
#define ANALYSIS_TURN                                                                              \
    " ORDER BY (SELECT COUNT(*) FROM analysis o WHERE o.who = a.who AND o.at < a.at"               \
    " AND o.at > a.at - 3600000), a.at, a.tab"

const char *const store__sql[ST_COUNT] = {
    [ST_TABLE_ADD] = "INSERT INTO tables (id, game, status, lobby, created, updated, due, seq,"
                     " rules, summary, owner)"
                     " VALUES (?, ?, ?, ?, ?, @now, ?, 0, ?, '{}', ?)",
    [ST_SETUP_ADD] = "INSERT INTO setup (tab, config) VALUES (?, ?)",
    [ST_SETUP_DELETE] = "DELETE FROM setup WHERE tab = ?",
    [ST_SNAPSHOT_SAVE] = "INSERT INTO snapshot (tab, seq, state) VALUES (?, ?, ?)"
                         " ON CONFLICT (tab) DO UPDATE SET seq = excluded.seq,"
                         " state = excluded.state WHERE excluded.seq > snapshot.seq",
    [ST_SNAPSHOT_DELETE] = "DELETE FROM snapshot WHERE tab = ?",
    [ST_TABLE_SAVE] = "UPDATE tables SET status = ?, lobby = ?, updated = ?, due = ?, seq = ?,"
                      " rules = ?, summary = ? WHERE id = ? AND owner = ?",
    [ST_TABLE_STEP] = "UPDATE tables SET seq = ?, summary = ? WHERE id = ? AND owner = ?",
    [ST_TABLE_GET] = "SELECT t.game, t.status, t.seq, t.rules, u.config, s.state, s.seq, t.due"
                     " FROM tables t JOIN setup u ON u.tab = t.id"
                     " LEFT JOIN snapshot s ON s.tab = t.id WHERE t.id = ?",
    [ST_TABLE_CLAIM] = "UPDATE tables SET owner = ? WHERE id = ? AND (owner = ? OR owner = ''"
                       " OR NOT " ALIVE "?)) RETURNING id",
    [ST_TABLE_OWNER] = "SELECT t.owner, COALESCE(m.address, '') FROM tables t"
                       " LEFT JOIN member m ON m.id = t.owner WHERE t.id = ?",
    [ST_TABLE_RELEASE] = "UPDATE tables SET owner = '' WHERE owner = ? AND id = ?",
    [ST_TABLE_RELEASE_ALL] = "UPDATE tables SET owner = '' WHERE owner = ?",
    [ST_TABLE_DUE] = "SELECT id FROM tables WHERE due > 0 AND due <= ? AND owner = ?"
                     " ORDER BY due LIMIT ?",
    [ST_TABLE_TAKE_DUE] = "UPDATE tables SET owner = ? WHERE id IN (SELECT id FROM tables"
                          " WHERE due > 0 AND due <= ? AND owner <> ? AND (owner = ''"
                          " OR NOT " ALIVE "?)) ORDER BY due LIMIT ? @skip) RETURNING id",
    [ST_TABLE_LOBBY] = "SELECT id, summary, updated FROM tables WHERE lobby > 0"
                       " AND (updated < ? OR (updated = ? AND id < ?))"
                       " AND (CAST(? AS TEXT) = '' OR game = ?) AND (lobby & ?) = ?"
                       " ORDER BY updated DESC, id DESC LIMIT ?",
    [ST_TABLE_SUMMARY] = "SELECT summary FROM tables WHERE id = ?",
    [ST_TABLE_LIST] = "SELECT id, game, status, updated, seq, summary, owner FROM tables"
                      " ORDER BY updated DESC LIMIT ?",
    [ST_TABLE_DELETE] = "DELETE FROM tables WHERE id = ?",
    [ST_TABLE_OLD] = "SELECT id FROM tables WHERE (status = 'waiting' AND updated < ?)"
                     " OR (status = 'over' AND updated < ? AND (updated < ? OR NOT EXISTS"
                     " (SELECT 1 FROM place p WHERE p.tab = id AND p.gone = 0))) LIMIT ?",
    [ST_ENTRY_ADD] = "INSERT INTO entry (tab, seq, at, kind, seat, body)"
                     " VALUES (?, ?, ?, ?, ?, ?)",
    [ST_ENTRY_LIST] = "SELECT seq, at, kind, seat, body FROM entry WHERE tab = ? ORDER BY seq",
    [ST_ENTRY_DELETE] = "DELETE FROM entry WHERE tab = ?",
    [ST_ENTRY_REPLACE] = "UPDATE entry SET body = ? WHERE tab = ? AND seq = ?",
    [ST_ENTRIES_OF_ACCOUNT] = "SELECT e.tab, e.seat, e.seq, e.kind, e.body FROM place p"
                              " JOIN entry e ON e.tab = p.tab AND e.seat = p.seat"
                              " WHERE p.account = ? AND e.kind IN ('sit', 'chat')"
                              " ORDER BY e.tab, e.seat, e.seq",
    [ST_TABLE_RENEW] = "UPDATE tables SET lobby = 0, summary = '{}', owner = '',"
                       " due = CASE WHEN EXISTS (SELECT 1 FROM setup u WHERE u.tab = tables.id)"
                       " THEN 1 ELSE 0 END WHERE id IN (SELECT tab FROM place WHERE account = ?)",
    [ST_PLACE_ADD] = "INSERT INTO place (account, tab, seat, gone) VALUES (?, ?, ?, 0)"
                     " ON CONFLICT (account, tab, seat) DO UPDATE SET gone = 0",
    [ST_PLACE_LEFT] = "UPDATE place SET gone = 1 WHERE tab = ? AND seat = ? AND account <> ?",
    [ST_PLACE_LIST] = "SELECT p.tab, p.seat, t.status, t.updated, t.summary FROM place p"
                      " JOIN tables t ON t.id = p.tab WHERE p.account = ? AND p.gone = 0"
                      " ORDER BY t.updated DESC LIMIT ?",
    [ST_PLACE_DELETE] = "DELETE FROM place WHERE tab = ?",
    [ST_RESULT_ADD] = "INSERT INTO result (tab, seat, game, seats, name, account, kind, total,"
                      " place, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                      " ON CONFLICT DO NOTHING",
    [ST_STATS_OF] = "SELECT game, COUNT(*), SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END),"
                    " MAX(total), SUM(total) FROM result WHERE account = ?"
                    " GROUP BY game ORDER BY game",
    [ST_STATS_GAME] = "SELECT seats, kind, COUNT(*), SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END),"
                      " SUM(total), MAX(total) FROM result WHERE game = ?"
                      " GROUP BY seats, kind ORDER BY seats, kind",
    [ST_RATING_DUE_ADD] = "INSERT INTO rating_due (tab, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
    [ST_RATING_DUE_LIST] = "SELECT tab FROM rating_due WHERE at < ? ORDER BY at LIMIT ?",
    [ST_RATING_DUE_TAKE] = "DELETE FROM rating_due WHERE tab = ?",
    [ST_RATING_OF_TABLE] = "SELECT r.seat, r.game, " WHO ", r.place, r.at, COALESCE(g.mean, 0),"
                           " COALESCE(g.sigma, 0), COALESCE(g.games, 0), COALESCE(g.wins, 0)"
                           " FROM rating_due d JOIN result r ON r.tab = d.tab"
                           " LEFT JOIN rating g ON g.game = r.game AND g.who = " WHO
                           " WHERE d.tab = ? ORDER BY r.seat",
    [ST_RATING_SAVE] = "INSERT INTO rating (who, game, mean, sigma, games, wins, at)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (who, game) DO UPDATE SET"
                       " mean = excluded.mean, sigma = excluded.sigma, games = excluded.games,"
                       " wins = excluded.wins, at = excluded.at"
                       " WHERE rating.games = excluded.games - 1",
    [ST_RATED_ADD] = "INSERT INTO rated (tab, seat, who, game, seats, place, at, mean, sigma,"
                     " was_mean, was_sigma) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [ST_RATED_TABLE] = "SELECT seat, mean, sigma, was_mean FROM rated WHERE tab = ? ORDER BY seat",
    [ST_RATING_LIST] = "SELECT g.who, COALESCE(a.name, ''), g.mean, g.sigma, g.games, g.wins"
                       " FROM rating g LEFT JOIN account a ON a.id = g.who WHERE g.game = ?"
                       " AND " LISTED("g") " ORDER BY g.mean DESC, g.who LIMIT ?",
    [ST_RATING_PLACE] = "SELECT g.mean, g.sigma, g.games, g.wins, (SELECT COUNT(*) FROM rating o"
                        " WHERE o.game = g.game AND o.mean > g.mean AND " LISTED("o") ")"
                        " FROM rating g WHERE g.game = ? AND g.who = ?",
    [ST_RATINGS_OF] = "SELECT game, mean, sigma, games, wins FROM rating WHERE who = ?"
                      " ORDER BY game",
    [ST_RATED_COURSE] = "SELECT game, at, mean, sigma FROM rated WHERE who = ?"
                        " ORDER BY at DESC, tab LIMIT ?",
    [ST_SEASON_KEEP] = "INSERT INTO season (season, who, game, mean, sigma, games, wins)"
                       " SELECT CAST(? AS TEXT), who, game, mean, sigma, games, wins FROM rating"
                       " WHERE true ON CONFLICT DO NOTHING",
    [ST_SEASON_WIDEN] = "UPDATE rating SET sigma = sigma + (200000 - sigma) / 8"
                        " WHERE sigma < 200000",
    [ST_SEASON_NEXT] = "UPDATE meta SET value = ? WHERE name = 'season' AND value = ?",
    [ST_SEASON_NAMES] = "SELECT DISTINCT season FROM season WHERE game = ?"
                        " ORDER BY season DESC LIMIT ?",
    [ST_SEASON_LIST] = "SELECT g.who, COALESCE(a.name, ''), g.mean, g.sigma, g.games, g.wins"
                       " FROM season g LEFT JOIN account a ON a.id = g.who WHERE g.season = ?"
                       " AND g.game = ? AND " LISTED("g") " ORDER BY g.mean DESC, g.who LIMIT ?",
    [ST_SEASON_FORGET] = "DELETE FROM season WHERE who = ?",
    [ST_RATING_FORGET] = "DELETE FROM rating WHERE who = ?",
    [ST_RATED_FORGET] = "UPDATE rated SET who = '' WHERE who = ?",
    [ST_RESULTS_OF] = "SELECT r.tab, r.seat, r.game, r.seats, r.place, r.total, r.at, d.mean,"
                      " d.was_mean, COALESCE(t.summary, '') FROM result r"
                      " LEFT JOIN rated d ON d.tab = r.tab AND d.seat = r.seat"
                      " LEFT JOIN tables t ON t.id = r.tab WHERE " RESULTS("r.")
                      " ORDER BY r.at DESC, r.tab LIMIT ?",
    [ST_RESULTS_WITH] = "SELECT o.tab, o.seat, o.name, o.kind, o.place, o.account FROM result o"
                        " JOIN (SELECT tab FROM result WHERE " RESULTS("")
                        " ORDER BY at DESC, tab LIMIT ?) m ON m.tab = o.tab"
                        " ORDER BY o.tab, o.seat",
    [ST_STATS_BY_PLACE] = "SELECT game, seats, place, COUNT(*), MAX(total), SUM(total)"
                          " FROM result WHERE account = ? GROUP BY game, seats, place"
                          " ORDER BY game, seats, place",
    [ST_PEOPLE_SET] = "INSERT INTO people (owner, other, kind, at) SELECT CAST(? AS TEXT), a.id,"
                      " CAST(? AS TEXT), CAST(? AS @int) FROM account a WHERE a.fold = ?"
                      " AND a.id <> ? AND (SELECT COUNT(*) FROM people p WHERE p.owner = ?) < 500"
                      " ON CONFLICT (owner, other) DO UPDATE SET kind = excluded.kind,"
                      " at = excluded.at",
    [ST_PEOPLE_DROP] = "DELETE FROM people WHERE owner = ?"
                       " AND other IN (SELECT id FROM account WHERE fold = ?)",
    [ST_PEOPLE_LIST] = "SELECT a.name, p.kind, p.at FROM people p JOIN account a"
                       " ON a.id = p.other WHERE p.owner = ? ORDER BY p.kind, a.fold",
    [ST_PEOPLE_TABLES] = "SELECT a.name, t.summary FROM people p JOIN account a ON a.id = p.other"
                         " JOIN place l ON l.account = p.other AND l.gone = 0"
                         " JOIN tables t ON t.id = l.tab AND t.lobby > 0"
                         " WHERE p.owner = ? AND p.kind = 'friend' ORDER BY t.updated DESC LIMIT ?",
    [ST_PEOPLE_APART] = "SELECT other FROM people WHERE owner = ? AND kind = 'blocked'"
                        " UNION SELECT owner FROM people WHERE other = ? AND kind = 'blocked'",
    [ST_PEOPLE_FORGET] = "DELETE FROM people WHERE owner = ? OR other = ?",
    [ST_CODE_ADD] = "INSERT INTO code (account, hash) VALUES (?, ?)",
    [ST_CODE_FIND] = "SELECT a.id, a.name FROM account a JOIN code c ON c.account = a.id"
                     " WHERE a.fold = ? AND c.hash = ?",
    [ST_CODE_TAKE] = "DELETE FROM code WHERE account = ? AND hash = ?",
    [ST_CODE_COUNT] = "SELECT COUNT(*) FROM code WHERE account = ?",
    [ST_CODE_CLEAR] = "DELETE FROM code WHERE account = ?",
    [ST_EXPORT_ACCOUNT] = "SELECT name, created FROM account WHERE id = ?",
    [ST_EXPORT_SESSIONS] = "SELECT created, expires FROM session WHERE account = ?"
                           " ORDER BY created",
    [ST_EXPORT_PLACES] = "SELECT tab, seat, gone FROM place WHERE account = ? ORDER BY tab",
    [ST_EXPORT_CHAT] = "SELECT e.tab, e.at, e.body FROM place p JOIN entry e ON e.tab = p.tab"
                       " AND e.seat = p.seat WHERE p.account = ? AND p.gone = 0"
                       " AND e.kind = 'chat' ORDER BY e.at LIMIT ?",
    [ST_EXPORT_REPORTS] = "SELECT at, tab, seat, reason, text, state FROM report WHERE by_whom = ?"
                          " ORDER BY at",
    [ST_EXPORT_CUPS] = "SELECT c.id, c.name, c.game, c.state, c.league, c.season, c.division,"
                       " CASE WHEN c.host = ? THEN 1 ELSE 0 END FROM cup c WHERE c.host = ?"
                       " OR EXISTS (SELECT 1 FROM cup_player p WHERE p.cup = c.id AND p.who = ?)"
                       " ORDER BY c.created, c.id",
    [ST_EXPORT_LEAGUES] = "SELECT l.id, l.name, l.game, l.state, CASE WHEN l.host = ? THEN 1"
                          " ELSE 0 END, CASE WHEN p.who IS NULL THEN 0 ELSE 1 END FROM league l"
                          " LEFT JOIN league_player p ON p.league = l.id AND p.who = ?"
                          " WHERE l.host = ? OR p.who IS NOT NULL ORDER BY l.created, l.id",
    [ST_EXPORT_SEASONS] = "SELECT season, game, mean, sigma, games, wins FROM season"
                          " WHERE who = ? ORDER BY season, game",
    [ST_EXPORT_ANALYSES] = "SELECT tab, at, state FROM analysis"
                           " WHERE who = 'a:' || CAST(? AS TEXT) ORDER BY at",
    [ST_GALLERY_ADD] = "INSERT INTO gallery (tab, number, at, account, name, text, cid)"
                       " SELECT CAST(? AS TEXT), COALESCE((SELECT MAX(g.number) FROM gallery g"
                       " WHERE g.tab = ?), 0) + 1, CAST(? AS @int), a.id, a.name, CAST(? AS TEXT),"
                       " CAST(? AS TEXT) FROM account a WHERE a.id = ? AND (SELECT COUNT(*)"
                       " FROM gallery o WHERE o.account = a.id) < ? ON CONFLICT DO NOTHING"
                       " RETURNING number, name",
    [ST_GALLERY_LIST] = "SELECT number, at, name, text FROM gallery WHERE tab = ?"
                        " ORDER BY number DESC LIMIT ?",
    [ST_GALLERY_OF] = "SELECT o.account, o.name, o.at, o.text FROM gallery g JOIN gallery o"
                      " ON o.tab = g.tab AND o.account = g.account WHERE g.tab = ? AND g.number = ?"
                      " AND g.account <> ? ORDER BY CASE WHEN o.number = g.number THEN 0"
                      " ELSE 1 END, o.number DESC LIMIT ?",
    [ST_GALLERY_DELETE] = "DELETE FROM gallery WHERE tab = ?",
    [ST_GALLERY_FORGET] = "DELETE FROM gallery WHERE account = ?",
    [ST_EXPORT_GALLERY] = "SELECT tab, at, text FROM gallery WHERE account = ? ORDER BY at LIMIT ?",
    [ST_WATCH_LIST] = "SELECT t.game, t.summary, t.updated, t.lobby, COALESCE((SELECT MAX(g.mean)"
                      " FROM place p JOIN rating g ON g.who = p.account AND g.game = t.game"
                      " WHERE p.tab = t.id AND p.gone = 0 AND g.games >= ?), 0) FROM tables t"
                      " WHERE t.lobby > 0 AND t.status = 'playing' ORDER BY t.updated DESC LIMIT ?",
    [ST_REPORT_ADD] = "INSERT INTO report (id, at, by_whom, tab, seat, about, name, reason, text,"
                      " lines, state, decision)"
                      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', '')",
    [ST_REPORT_LIST] = "SELECT id, at, reason, name, tab, seat FROM report WHERE state = ?"
                       " ORDER BY at LIMIT ?",
    [ST_REPORT_GET] = "SELECT r.id, r.at, COALESCE(a.name, ''), r.tab, r.seat, r.about, r.name,"
                      " r.reason, r.text, r.lines, r.state, r.decision FROM report r"
                      " LEFT JOIN account a ON a.id = r.by_whom WHERE r.id = ?",
    [ST_REPORT_CLOSE] = "UPDATE report SET state = 'closed', decision = ?"
                        " WHERE id = ? AND state = 'open'",
    [ST_REPORT_FORGET] = "UPDATE report SET by_whom = '' WHERE by_whom = ?",
    [ST_REPORT_BLANK] = "UPDATE report SET about = '', name = '-', text = '', lines = '[]'"
                        " WHERE about = ?",
    [ST_REPORTS_ABOUT] = "SELECT id, at, reason, state, decision FROM report WHERE about = ?"
                         " ORDER BY at DESC LIMIT ?",
    [ST_PERSON] = "SELECT a.id, a.name, a.created, (SELECT COUNT(*) FROM place p"
                  " WHERE p.account = a.id), (SELECT COUNT(*) FROM report r WHERE r.about = a.id),"
                  " (SELECT COUNT(*) FROM result s WHERE s.account = a.id) FROM account a"
                  " WHERE a.fold = ?",
    [ST_SANCTION_SET] = "INSERT INTO sanction (account, kind, until, why, at)"
                        " VALUES (?, ?, ?, ?, ?) ON CONFLICT (account, kind) DO UPDATE SET"
                        " until = excluded.until, why = excluded.why, at = excluded.at",
    [ST_SANCTION_LIFT] = "DELETE FROM sanction WHERE account = ?",
    [ST_SANCTION_LIST] = "SELECT account, kind, until FROM sanction WHERE until > ? LIMIT ?",
    [ST_SANCTION_OF] = "SELECT kind, until, why, at FROM sanction WHERE account = ? ORDER BY at",
    /* No two lines at one instant: their order is what they are read for. */
    [ST_AUDIT_ADD] = "INSERT INTO audit (id, at, who, what, about, note) VALUES (?, CASE WHEN"
                     " @now > COALESCE((SELECT MAX(at) FROM audit), 0) THEN @now"
                     " ELSE (SELECT MAX(at) + 1 FROM audit) END, ?, ?, ?, ?)",
    [ST_AUDIT_LIST] = "SELECT at, who, what, about, note FROM audit ORDER BY at DESC, id LIMIT ?",
    [ST_AUDIT_FORGET] = "UPDATE audit SET about = '' WHERE about = ?",
    [ST_CUP_ADD] = "INSERT INTO cup (id, name, game, kind, rounds, seats, live, patience, rated,"
                   " host, created, updated, state, round) SELECT CAST(? AS TEXT), CAST(? AS TEXT),"
                   " CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS @int), CAST(? AS @int),"
                   " CAST(? AS @int), CAST(? AS @int), CAST(? AS @int), CAST(? AS TEXT),"
                   " CAST(? AS @int), 0, 'open', 0 WHERE (SELECT COUNT(*) FROM cup WHERE host = ?"
                   " AND state <> 'over') < 5",
    [ST_CUP_LIST] = "SELECT c.id, c.name, c.game, c.kind, c.rounds, c.seats, c.live, c.rated,"
                    " c.state, c.round, (SELECT COUNT(*) FROM cup_player p WHERE p.cup = c.id)"
                    " FROM cup c WHERE c.league = '' ORDER BY c.created DESC, c.id LIMIT ?",
    [ST_CUP_GET] = "SELECT id, name, game, kind, rounds, seats, live, patience, rated, host, state,"
                   " round, created, clock, league, season, division FROM cup WHERE id = ?",
    [ST_CUP_RUNNING] = "SELECT id FROM cup WHERE state = 'running' AND id > ? ORDER BY id LIMIT ?",
    [ST_CUP_PLAYER_ADD] = "INSERT INTO cup_player (cup, number, who, name) SELECT c.id,"
                          " (SELECT COALESCE(MAX(p.number), -1) + 1 FROM cup_player p"
                          " WHERE p.cup = c.id), CAST(? AS TEXT), CAST(? AS TEXT) FROM cup c"
                          " WHERE c.id = ? AND c.state = 'open' AND (SELECT COUNT(*)"
                          " FROM cup_player p WHERE p.cup = c.id) < ? ON CONFLICT DO NOTHING",
    [ST_CUP_PLAYER_DROP] = "DELETE FROM cup_player WHERE who = ?"
                           " AND cup IN (SELECT id FROM cup WHERE id = ? AND state = 'open')",
    [ST_CUP_PLAYERS] = "SELECT who, name FROM cup_player WHERE cup = ? ORDER BY number",
    [ST_CUP_ROUND] = "UPDATE cup SET state = 'running', round = ?, updated = ? WHERE id = ?"
                     " AND round = ? AND state <> 'over'",
    [ST_CUP_OVER] = "UPDATE cup SET state = 'over', updated = ? WHERE id = ? AND state = 'running'",
    [ST_CUP_GAME_ADD] = "INSERT INTO cup_game (cup, round, number, tab, players)"
                        " VALUES (?, ?, ?, ?, ?)",
    [ST_CUP_GAMES] = "SELECT g.round, g.tab, g.players, CASE WHEN t.id IS NULL THEN 0 ELSE 1 END,"
                     " COALESCE(r.seat, -1), COALESCE(r.place, 0), COALESCE(r.total, 0)"
                     " FROM cup_game g LEFT JOIN tables t ON t.id = g.tab"
                     " LEFT JOIN result r ON r.tab = g.tab WHERE g.cup = ?"
                     " ORDER BY g.round, g.number, r.seat",
    [ST_CUP_FORGET] = "UPDATE cup_player SET who = '-' || CAST(number AS TEXT), name = '-'"
                      " WHERE who = ?",
    [ST_CUP_FORGET_HOST] = "UPDATE cup SET host = '' WHERE host = ?",
    [ST_CUP_BEGIN] = "INSERT INTO cup (id, name, game, kind, rounds, seats, live, patience, clock,"
                     " rated, host, league, season, division, created, updated, state, round)"
                     " VALUES (?, ?, ?, 'robin', ?, ?, 0, ?, ?, ?, '', ?, ?, ?, ?, 0, 'running',"
                     " ?)",
    [ST_CUP_PLAYER_PUT] = "INSERT INTO cup_player (cup, number, who, name) VALUES (?, ?, ?, ?)",
    [ST_CUP_END_SEASON] = "UPDATE cup SET state = 'over', updated = ? WHERE league = ?"
                          " AND season = ? AND state = 'running'",
    [ST_CUP_OF_SEASON] = "SELECT c.id, c.state, (SELECT COUNT(*) FROM cup_player p"
                         " WHERE p.cup = c.id) FROM cup c WHERE c.league = ? AND c.season = ?"
                         " ORDER BY c.division",
    [ST_LEAGUE_ADD] = "INSERT INTO league (id, name, game, seats, size, moves, rounds, days, pause,"
                      " patience, rated, host, created, at, state, season, ends)"
                      " SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS @int),"
                      " CAST(? AS @int), CAST(? AS @int), CAST(? AS @int), CAST(? AS @int),"
                      " CAST(? AS @int), CAST(? AS @int), CAST(? AS @int), CAST(? AS TEXT),"
                      " CAST(? AS @int), 0, 'open', 0, 0 WHERE (SELECT COUNT(*) FROM league l"
                      " WHERE l.host = ? AND l.state <> 'over') < 3",
    [ST_LEAGUE_LIST] = "SELECT l.id, l.name, l.game, l.seats, l.rated, l.state, l.season, (SELECT"
                       " COUNT(*) FROM league_player p WHERE p.league = l.id) FROM league l"
                       " ORDER BY CASE WHEN l.state = 'over' THEN 1 ELSE 0 END, l.created DESC,"
                       " l.id LIMIT ?",
    [ST_LEAGUE_GET] = "SELECT id, name, game, seats, size, moves, rounds, days, pause, patience,"
                      " rated, host, state, season, created, at, ends FROM league WHERE id = ?",
    [ST_LEAGUE_PLAYER_ADD] = "INSERT INTO league_player (league, number, who, name, rank)"
                             " SELECT l.id, (SELECT COALESCE(MAX(p.number), -1) + 1 FROM"
                             " league_player p WHERE p.league = l.id), CAST(? AS TEXT),"
                             " CAST(? AS TEXT), 1000000 FROM league l WHERE l.id = ?"
                             " AND l.state <> 'over' AND (SELECT COUNT(*) FROM league_player p"
                             " WHERE p.league = l.id) < ? ON CONFLICT DO NOTHING",
    [ST_LEAGUE_PLAYER_DROP] = "DELETE FROM league_player WHERE who = ? AND league = ?",
    [ST_LEAGUE_TAKE_OUT] = "DELETE FROM league_player WHERE who = ? AND league = ?",
    [ST_LEAGUE_PLAYERS] = "SELECT who, name FROM league_player WHERE league = ?"
                          " ORDER BY rank, number",
    [ST_LEAGUE_MINE] = "SELECT c.division FROM cup c JOIN cup_player p ON p.cup = c.id"
                       " WHERE c.league = ? AND c.season = ? AND p.who = ?",
    [ST_LEAGUE_RANK] = "UPDATE league_player SET rank = ? WHERE league = ? AND who = ?",
    [ST_LEAGUE_ABSENT] = "SELECT r.account FROM cup c JOIN cup_game g ON g.cup = c.id"
                         " JOIN result r ON r.tab = g.tab WHERE c.league = ? AND c.season = ?"
                         " AND r.account <> '' GROUP BY r.account"
                         " HAVING MAX(CASE WHEN r.kind = 'stand_in' THEN 0 ELSE 1 END) = 0",
    [ST_LEAGUE_DUE] = "SELECT l.id FROM league l WHERE (l.state = 'pause' AND l.at <= ?)"
                      " OR (l.state = 'running' AND (l.at + l.days * 86400000 <= ? OR NOT EXISTS"
                      " (SELECT 1 FROM cup c WHERE c.league = l.id AND c.season = l.season"
                      " AND c.state <> 'over'))) LIMIT ?",
    [ST_LEAGUE_NEXT] = "UPDATE league SET state = 'running', season = season + 1, at = ?"
                       " WHERE id = ? AND season = ? AND state IN ('open', 'pause')",
    [ST_LEAGUE_CLOSE] = "UPDATE league SET state = CASE WHEN ends = 1 THEN 'over' ELSE 'pause' END,"
                        " at = ? WHERE id = ? AND season = ? AND state = 'running'",
    [ST_LEAGUE_END] = "UPDATE league SET ends = 1, at = CASE WHEN state = 'running' THEN at"
                      " ELSE CAST(? AS @int) END, state = CASE WHEN state = 'running' THEN state"
                      " ELSE 'over' END WHERE id = ? AND ends = 0 AND (CAST(? AS TEXT) = ''"
                      " OR host = ?)",
    [ST_LEAGUE_FORGET] = "DELETE FROM league_player WHERE who = ?",
    [ST_LEAGUE_FORGET_HOST] = "UPDATE league SET host = '' WHERE host = ?",
    [ST_LEAGUE_RENAME] = "UPDATE league_player SET name = ? WHERE who = ?",
    [ST_TABLE_STATUS] = "SELECT game, status FROM tables WHERE id = ?",
    [ST_ANALYSIS_ADD] = "INSERT INTO analysis (tab, who, at, visits, state, owner, tries, done,"
                        " plies, result) SELECT t.id, CAST(? AS TEXT), CAST(? AS @int),"
                        " CAST(? AS @int), 'waiting', '', 0, 0, 0, '' FROM tables t WHERE (SELECT"
                        " COUNT(*) FROM analysis o WHERE o.who = ? AND o.state IN ('waiting',"
                        " 'working')) < ? AND t.id = ? AND t.status = 'over' AND (SELECT COUNT(*)"
                        " FROM analysis o WHERE o.state = 'waiting') < ? ON CONFLICT DO NOTHING",
    [ST_ANALYSIS_GET] = "SELECT state, visits, at, result, done, plies FROM analysis WHERE tab = ?",
    [ST_ANALYSIS_QUEUE] = "SELECT a.tab FROM analysis a WHERE a.state = 'waiting'" ANALYSIS_TURN
                          " LIMIT ?",
    [ST_ANALYSIS_COUNT] = "SELECT COUNT(*) FROM analysis WHERE who = ?"
                          " AND state IN ('waiting', 'working')",
    [ST_ANALYSIS_GIVE_UP] = "UPDATE analysis SET state = 'failed', owner = '' WHERE state ="
                            " 'working' AND tries >= ? AND (owner = ? OR NOT " ALIVE "?))",
    [ST_ANALYSIS_TAKE] = "UPDATE analysis SET owner = ?, state = 'working', tries = tries + 1"
                         " WHERE tab = (SELECT a.tab FROM analysis a WHERE a.state = 'waiting'"
                         " OR (a.state = 'working' AND (owner = ? OR NOT " ALIVE "?)))"
                         ANALYSIS_TURN " LIMIT 1 @skip) RETURNING tab",
    [ST_ANALYSIS_STEP] = "UPDATE analysis SET done = ?, plies = ? WHERE tab = ? AND owner = ?",
    [ST_ANALYSIS_END] = "UPDATE analysis SET state = ?, owner = '', result = ? WHERE tab = ?"
                        " AND owner = ? AND state = 'working'",
    [ST_ANALYSIS_DELETE] = "DELETE FROM analysis WHERE tab = ?",
    [ST_ANALYSIS_FORGET] = "UPDATE analysis SET who = '' WHERE who = 'a:' || CAST(? AS TEXT)",
    [ST_PUSH_ADD] = "INSERT INTO push (id, who, tab, endpoint, p256dh, auth, language, at)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (who, endpoint) DO UPDATE SET"
                    " p256dh = excluded.p256dh, auth = excluded.auth,"
                    " language = excluded.language, at = excluded.at",
    [ST_PUSH_TRIM] = "DELETE FROM push WHERE who = ? AND id NOT IN"
                     " (SELECT id FROM push WHERE who = ? ORDER BY at DESC, id LIMIT ?)",
    [ST_PUSH_OF] = "SELECT id, endpoint, p256dh, auth, language, at FROM push WHERE who = ?"
                   " ORDER BY at",
    [ST_PUSH_FIND] = "SELECT id FROM push WHERE who = ? AND endpoint = ?",
    [ST_PUSH_DROP] = "DELETE FROM push WHERE id = ?",
    [ST_PUSH_PRUNE] = "DELETE FROM push WHERE tab <> '' AND NOT EXISTS"
                      " (SELECT 1 FROM tables t WHERE t.id = push.tab)",
    [ST_PUSH_FORGET] = "DELETE FROM push WHERE who = ?",
    [ST_WISH_SET] = "INSERT INTO wish (who, kinds, quiet_from, quiet_to, zone, offsets)"
                    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (who) DO UPDATE SET"
                    " kinds = excluded.kinds, quiet_from = excluded.quiet_from,"
                    " quiet_to = excluded.quiet_to, zone = excluded.zone,"
                    " offsets = excluded.offsets",
    [ST_WISH_OF] = "SELECT kinds, quiet_from, quiet_to, zone, offsets FROM wish WHERE who = ?",
    [ST_WISH_FORGET] = "DELETE FROM wish WHERE who = ?",
    [ST_RING_ADD] = "INSERT INTO ring (who, tab, seat, kind, at, note) SELECT CAST(? AS TEXT),"
                    " CAST(? AS TEXT), CAST(? AS @int), CAST(? AS TEXT), CAST(? AS @int),"
                    " CAST(? AS TEXT) WHERE (EXISTS (SELECT 1 FROM push p WHERE p.who = ?)"
                    " OR EXISTS (SELECT 1 FROM mail m WHERE m.who = ? AND m.state = 'good'))"
                    " ON CONFLICT (who, tab) DO UPDATE SET seat = excluded.seat,"
                    " kind = excluded.kind, at = excluded.at, note = excluded.note",
    [ST_RING_FRIEND] = "INSERT INTO ring (who, tab, seat, kind, at, note)"
                       " SELECT a.id, 'friend:' || CAST(? AS TEXT), -1, 'friend', CAST(? AS @int),"
                       " CAST(? AS TEXT) FROM account a WHERE a.fold = ?"
                       " AND EXISTS (SELECT 1 FROM push p WHERE p.who = a.id)"
                       " AND NOT EXISTS (SELECT 1 FROM people o WHERE o.owner = a.id"
                       " AND o.other = ?) ON CONFLICT DO NOTHING",
    [ST_RING_INVITE] = "INSERT INTO ring (who, tab, seat, kind, at, note)"
                       " SELECT a.id, CAST(? AS TEXT), -1, 'invite', CAST(? AS @int),"
                       " CAST(? AS TEXT) FROM account a WHERE a.fold = ?"
                       " AND EXISTS (SELECT 1 FROM push p WHERE p.who = a.id)"
                       " AND EXISTS (SELECT 1 FROM people o WHERE o.owner = a.id"
                       " AND o.other = ? AND o.kind = 'friend') ON CONFLICT DO NOTHING",
    [ST_RING_CLEAR] = "DELETE FROM ring WHERE tab = ? AND kind = 'turn'",
    [ST_RING_DROP] = "DELETE FROM ring WHERE who = ? AND tab = ?",
    [ST_RING_DUE] = "SELECT DISTINCT r.who, COALESCE(w.quiet_from, -1), COALESCE(w.quiet_to, -1),"
                    " COALESCE(w.offsets, '') FROM ring r LEFT JOIN wish w ON w.who = r.who"
                    " WHERE r.at <= ? LIMIT ?",
    [ST_RING_LATER] = "UPDATE ring SET at = ? WHERE who = ? AND at <= ?",
    [ST_RING_SOON] = "UPDATE ring SET at = ? WHERE who = ? AND at > ?",
    [ST_RING_OF] = "SELECT r.tab, r.kind, r.seat, CASE WHEN r.kind = 'season' THEN r.note"
                   " ELSE COALESCE(a.name, '') END, COALESCE(t.summary, '')"
                   " FROM ring r LEFT JOIN account a ON a.id = r.note"
                   " LEFT JOIN tables t ON t.id = r.tab WHERE r.who = ? AND r.at <= ?"
                   " AND NOT EXISTS (SELECT 1 FROM told d WHERE d.who = r.who AND d.tab = r.tab)"
                   " ORDER BY r.at",
    [ST_RING_TAKE] = "DELETE FROM ring WHERE who = ? AND at <= ?",
    [ST_RING_FORGET] = "DELETE FROM ring WHERE who = ? OR note = ?"
                       " OR tab = 'friend:' || CAST(? AS TEXT)",
    [ST_TOLD_ADD] = "INSERT INTO told (who, tab, seat, kind, at) SELECT r.who, r.tab, r.seat,"
                    " r.kind, CAST(? AS @int) FROM ring r WHERE r.who = ? AND r.at <= ?"
                    " ON CONFLICT DO NOTHING",
    [ST_TOLD_DROP] = "DELETE FROM told WHERE who = ? AND tab = ?",
    [ST_TOLD_COUNT] = "SELECT COUNT(*) FROM told WHERE who = ?"
                      " AND kind NOT IN ('friend', 'season')",
    [ST_TOLD_PRUNE] = "DELETE FROM told WHERE at < ? AND kind <> 'friend'",
    [ST_TOLD_FORGET] = "DELETE FROM told WHERE who = ? OR tab = 'friend:' || CAST(? AS TEXT)",
    [ST_MAIL_SET] = "INSERT INTO mail (who, address, state, code, language, at, sent)"
                    " VALUES (?, ?, 'new', ?, ?, ?, 0) ON CONFLICT (who) DO UPDATE SET"
                    " address = excluded.address, state = 'new', code = excluded.code,"
                    " language = excluded.language, at = excluded.at",
    [ST_MAIL_CONFIRM] = "UPDATE mail SET state = 'good', code = '' WHERE code = ?"
                        " AND state = 'new'",
    [ST_MAIL_OF] = "SELECT m.address, m.state, m.language, COALESCE(a.name, '') FROM mail m"
                   " LEFT JOIN account a ON a.id = m.who WHERE m.who = ?",
    [ST_MAIL_DROP] = "DELETE FROM mail WHERE who = ?",
    [ST_MAIL_DUE] = "SELECT m.who, COALESCE(w.quiet_from, -1), COALESCE(w.quiet_to, -1),"
                    " COALESCE(w.offsets, '') FROM mail m LEFT JOIN wish w ON w.who = m.who"
                    " WHERE m.state = 'good' AND m.sent <= ? AND EXISTS (SELECT 1 FROM told d"
                    " WHERE d.who = m.who AND d.seat >= 0 AND d.at <= ?) LIMIT ?",
    [ST_MAIL_TABLES] = "SELECT d.tab, d.seat, t.summary FROM told d JOIN tables t ON t.id = d.tab"
                       " WHERE d.who = ? AND d.seat >= 0 ORDER BY d.at",
    [ST_MAIL_SENT] = "UPDATE mail SET sent = ? WHERE who = ? AND state = 'good' AND sent <= ?",
    [ST_PASSKEY_ADD] = "INSERT INTO passkey (id, account, alg, pub, counter, label, created, used)"
                       " SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS @int), CAST(? AS TEXT),"
                       " CAST(? AS @int), CAST(? AS TEXT), CAST(? AS @int), 0 WHERE (SELECT"
                       " COUNT(*) FROM passkey p WHERE p.account = ?) < ? ON CONFLICT DO NOTHING",
    [ST_PASSKEY_LIST] = "SELECT id, label, created, used FROM passkey WHERE account = ?"
                        " ORDER BY created, id",
    [ST_PASSKEY_FIND] = "SELECT a.id, a.name, p.alg, p.pub, COALESCE((SELECT s.until FROM"
                        " sanction s WHERE s.account = a.id AND s.kind = 'suspend'), 0)"
                        " FROM passkey p JOIN account a ON a.id = p.account WHERE p.id = ?",
    [ST_PASSKEY_USED] = "UPDATE passkey SET counter = ?, used = ? WHERE id = ?"
                        " AND (counter < ? OR (counter = 0 AND ? = 0))",
    [ST_PASSKEY_DROP] = "DELETE FROM passkey WHERE id = ? AND account = ?",
    [ST_PASSKEY_FORGET] = "DELETE FROM passkey WHERE account = ?",
    [ST_CHALLENGE_USE] = "INSERT INTO challenge (hash, until) VALUES (?, ?)"
                         " ON CONFLICT DO NOTHING",
    [ST_CHALLENGE_PRUNE] = "DELETE FROM challenge WHERE until < ?",
    [ST_ACCOUNT_SINCE] = "SELECT id, name, created FROM account WHERE fold = ?",
    [ST_ACCOUNT_ADD] = "INSERT INTO account (id, name, fold, look, pass, created)"
                       " VALUES (?, ?, ?, ?, ?, ?)",
    [ST_ACCOUNT_LIKE] = "SELECT id FROM account WHERE fold = ? OR look = ?",
    [ST_ACCOUNT_LOOK] = "UPDATE account SET look = ? WHERE id = ? AND look = ''"
                        " AND NOT EXISTS (SELECT 1 FROM account o WHERE o.look = ?)",
    [ST_ACCOUNT_BY_NAME] = "SELECT a.id, a.name, a.pass, COALESCE((SELECT s.until FROM sanction s"
                           " WHERE s.account = a.id AND s.kind = 'suspend'), 0)"
                           " FROM account a WHERE a.fold = ?",
    [ST_ACCOUNT_RENAME] = "UPDATE account SET name = ?, fold = ?, look = ? WHERE id = ? AND NOT"
                          " EXISTS (SELECT 1 FROM account o WHERE o.id <> account.id"
                          " AND (o.fold = ? OR o.look = ?))",
    [ST_RESULT_RENAME] = "UPDATE result SET name = ? WHERE account = ?",
    [ST_CUP_RENAME] = "UPDATE cup_player SET name = ? WHERE who = ?",
    [ST_GALLERY_RENAME] = "UPDATE gallery SET name = ? WHERE account = ?",
    [ST_ACCOUNT_PASS] = "SELECT pass FROM account WHERE id = ?",
    [ST_ACCOUNT_SET_PASS] = "UPDATE account SET pass = ? WHERE id = ?",
    [ST_ACCOUNT_DELETE] = "DELETE FROM account WHERE id = ?",
    [ST_ACCOUNT_LIST] = "SELECT a.id, a.name, a.created,"
                        " (SELECT COUNT(*) FROM place p WHERE p.account = a.id)"
                        " FROM account a ORDER BY a.created DESC LIMIT ?",
    [ST_ACCOUNT_FORGET_RESULTS] = "UPDATE result SET account = '', name = '' WHERE account = ?",
    [ST_TABLES_OF_ACCOUNT] = "SELECT DISTINCT tab FROM place WHERE account = ?",
    [ST_PLACE_FORGET] = "DELETE FROM place WHERE account = ?",
    [ST_SESSION_ADD] = "INSERT INTO session (token, account, created, expires)"
                       " VALUES (?, ?, ?, ?)",
    [ST_SESSION_GET] = "SELECT s.account, a.name FROM session s JOIN account a"
                       " ON a.id = s.account WHERE s.token = ? AND s.expires > ?",
    [ST_SESSION_DELETE] = "DELETE FROM session WHERE token = ?",
    [ST_SESSION_DELETE_ALL] = "DELETE FROM session WHERE account = ?",
    [ST_SESSION_DELETE_OTHERS] = "DELETE FROM session WHERE account = ? AND token <> ?",
    [ST_SESSION_PRUNE] = "DELETE FROM session WHERE expires < ?",
    [ST_MEMBER_BEAT] = "INSERT INTO member (id, address, seen) VALUES (?, ?, @now)"
                       " ON CONFLICT (id) DO UPDATE SET address = excluded.address,"
                       " seen = excluded.seen",
    [ST_MEMBER_LEAVE] = "DELETE FROM member WHERE id = ?",
    [ST_MEMBER_PRUNE] = "DELETE FROM member WHERE seen < @now - ?",
    [ST_NOTICE_ADD] = "INSERT INTO notice (id, at, member, kind, a, b, c)"
                      " VALUES (?, @now, ?, ?, ?, ?, ?)",
    [ST_NOTICE_TELL] = "SELECT pg_notify('serai', ?)",
    [ST_NOTICE_RENEW] = "INSERT INTO notice (id, at, member, kind, a, b, c)"
                        " SELECT DISTINCT p.tab || '.' || CAST(@now AS TEXT), @now, '', 'renew',"
                        " p.tab, '', '' FROM place p WHERE p.account = ? ON CONFLICT DO NOTHING",
    [ST_NOTICE_LIST] = "SELECT id, kind, a, b, c FROM notice WHERE member <> ? AND at > @now - ?",
    [ST_NOTICE_PRUNE] = "DELETE FROM notice WHERE at < @now - ?",
    [ST_TABLE_LATEST] = "SELECT updated FROM tables ORDER BY updated DESC LIMIT 1",
    [ST_META_GET] = "SELECT value FROM meta WHERE name = ?",
    [ST_META_ADD] = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
    [ST_META_SHARDS] = "SELECT name FROM meta WHERE name LIKE 'shard:%' ORDER BY name",
    [ST_MEMBER_COUNT] = "SELECT COUNT(*) FROM member WHERE seen > @now - ?",
    [ST_TABLE_REGISTER] = "INSERT INTO tables (id, game, status, lobby, created, updated, due,"
                          " seq, rules, summary, owner) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, '')"
                          " ON CONFLICT (id) DO UPDATE SET status = excluded.status,"
                          " lobby = excluded.lobby, updated = excluded.updated,"
                          " seq = excluded.seq, rules = excluded.rules,"
                          " summary = excluded.summary",
    [ST_PARCEL_ADD] = "INSERT INTO parcel (tab, at, what, body) VALUES (?, @now, ?, ?)",
    [ST_PARCEL_LIST] = "SELECT number, what, body FROM parcel WHERE tab = ? ORDER BY number"
                       " LIMIT ?",
    [ST_PARCEL_DROP] = "DELETE FROM parcel WHERE tab = ? AND number <= ?",
    [ST_PARCEL_TABLES] = "SELECT DISTINCT tab FROM parcel WHERE at < @now - ? LIMIT ?",
    [ST_RECEIVED_MARK] = "INSERT INTO received (tab, number) VALUES (?, ?) ON CONFLICT (tab)"
                         " DO UPDATE SET number = excluded.number WHERE received.number < ?",
    [ST_RECEIVED_GET] = "SELECT number FROM received WHERE tab = ?",
    [ST_RECEIVED_DELETE] = "DELETE FROM received WHERE tab = ?",
};

#define Y true
const bool store__at_table[ST_COUNT] = {
    [ST_TABLE_ADD] = Y,      [ST_SETUP_ADD] = Y,       [ST_SETUP_DELETE] = Y,
    [ST_SNAPSHOT_SAVE] = Y,  [ST_SNAPSHOT_DELETE] = Y, [ST_TABLE_SAVE] = Y,
    [ST_TABLE_STEP] = Y,     [ST_TABLE_GET] = Y,       [ST_TABLE_CLAIM] = Y,
    [ST_TABLE_OWNER] = Y,    [ST_TABLE_RELEASE] = Y,   [ST_TABLE_RELEASE_ALL] = Y,
    [ST_TABLE_DUE] = Y,      [ST_TABLE_TAKE_DUE] = Y,  [ST_TABLE_DELETE] = Y,
    [ST_ENTRY_ADD] = Y,      [ST_ENTRY_LIST] = Y,      [ST_ENTRY_DELETE] = Y,
    [ST_ENTRY_REPLACE] = Y,  [ST_TABLE_RENEW] = Y,     [ST_ENTRIES_OF_ACCOUNT] = Y,
    [ST_PLACE_ADD] = Y,      [ST_PLACE_LEFT] = Y,      [ST_PLACE_DELETE] = Y,
    [ST_PLACE_FORGET] = Y,   [ST_EXPORT_CHAT] = Y,     [ST_TABLES_OF_ACCOUNT] = Y,
    [ST_MEMBER_BEAT] = Y,    [ST_MEMBER_LEAVE] = Y,    [ST_MEMBER_PRUNE] = Y,
    [ST_MEMBER_COUNT] = Y,   [ST_PARCEL_LIST] = Y,     [ST_PARCEL_DROP] = Y,
    [ST_PARCEL_TABLES] = Y,
};
#undef Y

/* Names are stored: those of any version are known. */
const char *const store__parcel[ST_COUNT] = {
    [ST_TABLE_REGISTER] = "table", [ST_TABLE_DELETE] = "gone",     [ST_PLACE_ADD] = "place",
    [ST_PLACE_LEFT] = "left",      [ST_PLACE_DELETE] = "places",   [ST_RESULT_ADD] = "result",
    [ST_RATING_DUE_ADD] = "rate",  [ST_RING_ADD] = "ring",         [ST_RING_CLEAR] = "turn",
    [ST_GALLERY_DELETE] = "words", [ST_RECEIVED_DELETE] = "marks",
    [ST_ANALYSIS_DELETE] = "analysis",
};
