/** Every bound of the service that is no setting, with its reason. Settings stand in config.ts. */
import { DAY, HOUR, KIB, MIB, MINUTE, SECOND } from "../lib/units.ts";

/** Project names stand in paths and file names: short, and nothing that needs escaping. */
export const PROJECT_NAME_PATTERN = "^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$";
/** A token lives 365 days unless it is issued for another time. */
export const TOKEN_LIFETIME_MS = 365 * DAY;
/** A lookup value is at most as long as the longest field that is checked against one. */
export const LOOKUP_VALUE_LENGTH_MAX = 200;
/** One request may carry this many lookup values; regions and store types count in hundreds, districts in thousands. */
export const LOOKUP_VALUES_PER_REQUEST_MAX = 100_000;

/** Bodies of plain JSON requests: a subscription of 20 URLs of 2,048 characters is 42 KB. */
export const JSON_BODY_BYTES_MAX = 1 * MIB;
/** A publish carries up to 1,000 results, which may be inline. */
export const PUBLISH_BODY_BYTES_MAX = 32 * MIB;
/** Lookup lists are pasted whole. */
export const LOOKUP_BODY_BYTES_MAX = 16 * MIB;
/** Node answers 431 above it. */
export const REQUEST_HEADER_BYTES_MAX = 16 * KIB;
/** The whole request head must be here by then: slow clients do not hold sockets. */
export const REQUEST_HEAD_TIMEOUT_MS = 30 * SECOND;
/** A whole request, uploads included: 1 GiB at 300 kB/s. */
export const REQUEST_TIMEOUT_MS = HOUR;
export const KEEP_ALIVE_TIMEOUT_MS = 72 * SECOND;
/** The whole body of a request that is no upload: the greatest, 32 MiB, at 560 kB/s. */
export const REQUEST_BODY_TIMEOUT_MS = 60 * SECOND;
/** A socket on which nothing moves, in either direction; the longest wait for a job is 50 s. */
export const SOCKET_IDLE_TIMEOUT_MS = 120 * SECOND;
/** Peers that are gone without a word are found by TCP itself, from this time of silence on. */
export const TCP_KEEP_ALIVE_AFTER_MS = 30 * SECOND;
/** How often processes tell each other what they let through of each token: one statement, while tokens are in use. */
export const RATE_EXCHANGE_MS = 500;

/** A process that has not beaten for so long is dead to the others; its work is rescued. */
export const PROCESS_LEASE_MS = 5 * SECOND;
export const PROCESS_BEAT_MS = 1 * SECOND;
/** How long a stop may take before what is in flight is given back and the process ends. */
export const STOP_TIMEOUT_MS = 10 * SECOND;
/** Of these, for attempts in flight to end; the rest is for writing their outcomes and returning what is left. */
export const STOP_IN_FLIGHT_MS = 7 * SECOND;
/** Projects are read on every request: a copy this old is used, unless a change was announced meanwhile. */
export const PROJECT_CACHE_MS = 5 * SECOND;
/** Day partitions are made this far ahead, so that a process that cannot reach the database for a while still fits in. */
export const PARTITION_DAYS_AHEAD = 7;

/** interface, "Limits": errors per row in the error file. */
export const FAILURES_PER_ROW_MAX = 3;
/** Names of additional attributes are as long as their values may be. */
export const ATTRIBUTE_NAME_LENGTH_MAX = 100;
/** A file with more unknown keys than this is told the first ones only. */
export const UNKNOWN_KEYS_MAX = 100;
/** Rows a page (decisions, section 7). */
export const PER_PAGE_DEFAULT = 200;
export const PER_PAGE_MAX = 1_000;

/** The form of an upload has four parts; some clients add one or two of their own. */
export const UPLOAD_PARTS_MAX = 20;
/** Text parts of an upload are single words. */
export const UPLOAD_FIELD_BYTES_MAX = 1 * KIB;
/** File names are shown, kept and used in headers. */
export const FILE_NAME_LENGTH_MAX = 255;
/** So much of a refused body is still read, for a client reads the answer only when it has been able to send. */
export const UPLOAD_DRAIN_BYTES_MAX = 64 * MIB;
export const UPLOAD_DRAIN_TIMEOUT_MS = 10 * SECOND;
/** The same upload with the same key within this time is one job (decisions, section 5). */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * HOUR;
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255;
/** A record is read again and again and its links with it: each lives long enough to be mailed to a colleague. */
export const FILE_LINK_LIFETIME_MS = 1 * DAY;
/** How long a client should wait before it asks for the status; small files are done by then. */
export const JOB_POLL_SECONDS = 1;
/** A status may be waited for so long; proxies commonly cut requests off after a minute. */
export const JOB_WAIT_SECONDS_MAX = 50;
/** An archive with more entries than this is not an upload with one data file and some clutter. */
export const ARCHIVE_ENTRIES_MAX = 1_000;
/** One row, in bytes of CSV or characters of JSON: more is a file without line ends or an unclosed quote, not a row. */
export const ROW_LENGTH_MAX = 8 * MIB;
/** Cells of a refused row that are kept to be shown: as many as a spreadsheet has columns. */
export const CELLS_SHOWN_MAX = 16_384;
/** Deeper JSON is nobody's data: attributes need two levels. */
export const JSON_DEPTH_MAX = 100;
/** A search looks at a million rows in less than a second; nobody looks for more than a sentence. */
export const SEARCH_LENGTH_MAX = 200;
/** Smaller lists are scanned and sorted within 10 ms, whatever is asked for. */
export const FIELD_ORDER_ROWS_MIN = 20_000;
/** A single question is answered by a scan; an order is made when the same field is asked for again. */
export const FIELD_ORDER_ASKS = 2;
/** Between two samples the database looks itself: 256 rows are found in half a millisecond. */
export const FIELD_ORDER_SAMPLE_EVERY = 256;
/** Orders kept by a process: ten of a million rows, at 6 MB each. */
export const FIELD_ORDER_BYTES_MAX = 64 * MIB;
/** Rows that a plain page skips by itself: 2 ms; beyond them an order is worth waiting for. */
export const SKIPPED_ROWS_MAX = 2_000;
/**
 * Filters that so few rows pass are remembered with the places of these rows. A page out of 5,000 places takes 40 ms; where more
 * of a million match, their first 200 are found as quickly along the key.
 */
export const MATCH_PLACES_MAX = 5_000;
/** Totals and places kept by a process: a hundred bytes, and 120 KB at most, for each set of filters. */
export const MATCH_BYTES_MAX = 16 * MIB;
/** Columns of the map: circles of 56 pixels on the widest screens. */
export const MAP_CELLS_MAX = 128;
/** What a process keeps of maps: the first view of each project, most often some ten kilobytes. */
export const MAP_COPIES_BYTES_MAX = 8 * MIB;
/** Exports of one process at once: each holds a database connection, and keeps one core of the database busy. */
export const EXPORTS_AT_ONCE_MAX = 4;
/** A reader that takes nothing for so long is cut off: its snapshot keeps the database from cleaning up. */
export const EXPORT_STALL_MS = 60 * SECOND;
/** Less fits into one packet anyway. */
export const COMPRESSED_BYTES_MIN = 1_400;

// Deliveries (interface, "Delivery rules"; decisions, section 4).

/** No attempt of a round starts later than this after its first. */
export const ROUND_LENGTH_MS = 60 * SECOND;
/** Spreads the retries of deliveries that failed together. */
export const RETRY_JITTER_MAX_MS = 250;
/** A receiver may ask for patience, but not for ever. */
export const RETRY_AFTER_MAX_MS = 600 * SECOND;
/** Everything of one attempt, from name resolution to the end of the answer; slow receivers should queue. */
export const ATTEMPT_TIMEOUT_MS = 10 * SECOND;
/** More than this is no acknowledgement; reading on would only hold the socket. */
export const ANSWER_BYTES_READ_MAX = 64 * KIB;
/** Enough to see what went wrong, little enough to keep for each attempt. */
export const ANSWER_BYTES_KEPT_MAX = 4 * KIB;
/** In flight to one endpoint at once: the first value, and what success lets it grow to. */
export const IN_FLIGHT_FIRST = 8;
export const IN_FLIGHT_MAX = 64;
/**
 * Leased by this process and waiting for a free place of their endpoint, when that endpoint is at its fastest: a publish of
 * the most events finds room in a lane that is not crowded.
 */
export const LANE_BACKLOG_MAX = 1_400;
/** A publish waits at most so long for places that come free in a crowded lane; then it goes through the queue. */
export const PUBLISH_WAIT_MAX_MS = 500;
/** Any lane may have so many waiting, however full the process is: endpoints that hang take nothing from the others. */
export const LANE_BACKLOG_SURE = 64;
/**
 * Leased by this process in all, in flight, waiting, or not yet written: a quarter of a second's work. What is in hand for
 * longer outlives the quick part of the garbage collection: with 8,192 a busy process was a fifth slower.
 */
export const HELD_MAX = 2_048;
/** Attempts in a row that make an endpoint `failing`. */
export const FAILURES_UNTIL_FAILING = 10;
/** How long deliveries wait for a failing endpoint before they are dead. */
export const ENDPOINT_DOWN_MAX_MS = DAY;
/** Attempts, and so sockets, of one process at once: a socket with its parser is some 75 KB, 4,096 of them took 300 MB. */
export const IN_FLIGHT_TOTAL_MAX = 1_024;
/** Any endpoint may have so many, however full the process is: those that hang take nothing from the others. */
export const IN_FLIGHT_SURE = 4;
/** Sockets that wait for their next request, of one process; the longest unused are closed first. */
export const IDLE_CONNECTIONS_MAX = 1_024;
/** Most receivers keep idle connections for at least this long; ours go first. */
export const CALLBACK_KEEP_ALIVE_MS = 4 * SECOND;
/** How long the queue may rest when nothing announces work. */
export const DISPATCH_IDLE_MS = 500;
/** Outcomes that one statement writes. */
export const SETTLE_BATCH_MAX = 500;
/** Events that one statement writes, gathered from concurrent requests. */
export const PUBLISH_BATCH_MAX = 2_000;
/** A publish with an `event_id` seen within this time changes nothing. */
export const PUBLISH_KEY_LIFETIME_MS = DAY;
export const RESULTS_PER_PUBLISH_MAX = 1_000;
export const SUBSCRIPTION_URLS_MAX = 20;
export const CALLBACK_URL_LENGTH_MAX = 2_048;
/** `event_id`, `store_number` and `client_session_id` of a publish. */
export const PUBLISH_TEXT_LENGTH_MAX = 200;
export const RESCUE_INTERVAL_MS = 1 * SECOND;
export const MAINTENANCE_INTERVAL_MS = 60 * SECOND;
/** What has failed so often, over five runs, is not redelivered by itself any more, only when somebody asks. */
export const SELF_REDELIVERED_ATTEMPTS_MAX = 100;
/** Past their retention, days of history are kept so much longer, for what was redelivered at the last moment. */
export const HISTORY_GRACE_DAYS = 2;
/** Deliveries that one statement of a redelivery by filter puts back. */
export const REDELIVERY_BATCH_MAX = 1_000;
/** Lists of deliveries and events: the standard page, and the greatest. */
export const HISTORY_PAGE_STANDARD = 100;
export const HISTORY_PAGE_MAX = 1_000;
/** Minutes of which the figures for the console count what was published; a day of them is counted in about a second. */
export const STATS_MINUTES_STANDARD = 60;
export const STATS_MINUTES_MAX = 1_440;
/** Rows that one maintenance statement touches, so that none holds locks for long. */
export const MAINTENANCE_BATCH = 5_000;
/** A job's thread that needs more is ended; jobs stream, and a row of the greatest length fits many times. */
export const WORKER_HEAP_MIB_MAX = 256;
/** Rows die young: with the engine's own choice, 300,000 of them peak 120 MB higher. Half of this costs time: what a chunk makes must fit. */
export const WORKER_YOUNG_HEAP_MIB_MAX = 16;
/** Claims are prompted by notifications; this is for those that got lost, and how often dead processes are looked for. */
export const JOB_CLAIM_IDLE_MS = 1 * SECOND;
/** How often the progress of a running job is written. */
export const JOB_PROGRESS_MS = 500;
/** How often files past their retention, forgotten keys and abandoned uploads are looked for. */
export const JOB_PRUNE_MS = 10 * MINUTE;
export const JOBS_PRUNED_AT_ONCE = 100;

// The console.

/** How often a process writes the figures that it has counted: what one looks at is so old at most. */
export const FIGURES_FLUSH_MS = 5 * SECOND;
/** Minutes are kept for a chart of 24 hours, hours for one of 30 days. */
export const FIGURES_MINUTES_MS = 25 * HOUR;
export const FIGURES_HOURS_MS = 31 * DAY;
export const FIGURES_PRUNE_MS = 10 * MINUTE;
/** What happened longer ago is history, not something to attend to. */
export const ATTENTION_DAYS = 7;
/** Of each kind; whoever has more to attend to begins with these. */
export const ATTENTION_KIND_MAX = 20;
/** So many refused rows are many in a file of any size; a tenth is in a small one. */
export const MANY_REJECTIONS = 1_000;
export const TOKEN_EXPIRES_SOON_DAYS = 30;
/** How often entries of the audit log past their retention are looked for. */
export const AUDIT_PRUNE_MS = HOUR;
/** Failed sign-ins of one address within the time; then it waits for the rest of it. */
export const SIGN_IN_FAILURES_MAX = 30;
export const SIGN_IN_WINDOW_MS = MINUTE;
export const SIGN_IN_ADDRESSES_MAX = 10_000;
/** Refused sign-ins: of so many addresses a minute by themselves, the others together; a botnet fills no table. */
export const REFUSALS_ADDRESSES_MAX = 30;
export const REFUSALS_FLUSH_MS = SECOND;
/** A working day; a session that is forgotten in a browser ends by itself. */
export const SESSION_LIFETIME_MS = 12 * HOUR;
/** A session that nobody uses ends earlier; an open page uses it. */
export const SESSION_IDLE_MS = 2 * HOUR;
/** Use is noted so often, not with each request. */
export const SESSION_NOTED_EVERY_MS = MINUTE;
/** Unknown lookup values gathered from one job, and kept of one project: more are no oversight but another column. */
export const UNKNOWN_LOOKUPS_OF_JOB_MAX = 500;
export const UNKNOWN_LOOKUPS_MAX = 1_000;
