/** Every limit of the package, in one place. Sizes in KB are 1024 bytes of decoded content. */
export const LIMITS = {
  /** Decoded size of one response. */
  responseKb: { webFetch: 512, webMonitor: 4096, max: 5120 },
  /** A request with all its hops, DNS and decoding. */
  timeoutSeconds: { default: 15, max: 300 },
  redirects: 5,
  retries: 2,
  /** Layers of Content-Encoding. */
  encodingLayers: 2,
  requestsPerHost: 2,
  secRequestsPerSecond: 10,
  /** How long a request may wait for its turn at a busy host before its own time starts. */
  turnWaitMs: 60_000,
  /** What is read of an error page for its excerpt, and for how long. */
  errorBody: { bytes: 16 * 1024, ms: 2_000 },
  responseHeaderBytes: 64 * 1024,
  /** Of one answer as transferred: what the largest body takes when each of its bytes comes in a chunk of its own. */
  answerWireBytes: 32 * 1024 * 1024,
  /** A pool of connections that nobody used for so long is closed. */
  idlePoolMs: 10_000,
  /** Depth of any tree that is built from what a server sent. */
  treeDepth: 256,
  /**
   * Cells of a table over several columns and rows. `columns`, `rows`: of one cell, as HTML bounds them. `followed`: so
   * many columns of a table are followed from row to row, each of which may cost as many steps; statements of accounts
   * have some 40. `written`: of one cell at most so many columns are written, as "100%" is meant. `roomAtFirst`, `roomByCell`: empty columns that the spans of a page may write at first, and for each
   * of its cells more; no real page comes near.
   */
  cellSpans: { columns: 1_000, rows: 65_534, followed: 256, written: 64, roomAtFirst: 5_000, roomByCell: 6 },
  /** Text that cells over several rows may repeat in them, as a multiple of its page's length. */
  repeatedTextTimes: 4,
  /**
   * When a warning names what a page does not show, in characters. `enough`: a page that shows at least this much is no
   * empty frame; over 100 pages of all kinds even 3000 named no sound one. `nextToNothing`: what a page says that only
   * sends browsers on ("You are being redirected, click here"). `much`: less in hidden parts is a message or a label.
   * `timesShown`: and it is this many times what is shown.
   */
  unshownText: { enough: 1_000, nextToNothing: 200, much: 200, timesShown: 4 },
  /** How far ahead of our clock another clock may be, a source's or a worker's, before its time is not believed. */
  clockSkewMs: 60_000,
  /** Of which things are published on the web, by our calendar: others write 1405, 1448 or 2569 for now. */
  years: { first: 1800, last: 2100 },
  /** Bytes at the start of a document that may declare its charset. */
  charsetWindowBytes: 64 * 1024,
  /** A Retry-After that a request itself waits for; a longer one is the caller's to wait. */
  shortRetryAfterMs: 5_000,
  retryAfterMaxMs: 24 * 3_600_000,
  errorExcerptChars: 200,
  /** An address of a link: far beyond what servers take. A page with a long base would make gigabytes of it, once per link. */
  linkChars: 16_384,
  /** An address in a message: a longer one is no help there. */
  shownAddressChars: 500,
  /** Texts in the answer to an agent, where the form says nothing: of a page, and each of a feed's entry. */
  toolTextChars: { page: 20_000, entry: 1_000 },
  /** What relative links of a feed start from, without its query: no real one is longer, and each link is as long as it. */
  feedBaseChars: 1024,
  /** `read`: some 50 bytes each in the largest answer, so no real feed has more. */
  feedEntries: { default: 20, max: 500, read: 100_000 },
  historyPoints: { default: 30, max: 500 },
  idPattern: { chars: 500, matches: 10_000, idChars: 500 },
  /** Of any list: an index of PostgreSQL takes some 2,700 bytes. Of a longer id so many characters are kept, and a hash. */
  entryId: { bytes: 2_000, kept: 200 },
  /** Entries that a digest shows; the items hold all of them. */
  digestRows: 200,
  /** A changed content may be long, and stands in a digest twice: the items hold it whole. */
  digestChangeChars: 200,
  /** An id in a warning: it may be a whole address. */
  warningIdChars: 100,
  /** Threads that read what can take long: at work at once, kept for the next task and for how long, and their start. */
  threads: { busy: 4, idle: 2, idleMs: 30_000, startMs: 30_000, pieceItems: 1_000 },
  /** Reading one list page by a user's selector and pattern. */
  parseMs: 15_000,
  /** Text of one row of a list page. */
  listTextChars: 2_000,
  /** All requests of one check. */
  checkDeadlineMs: 120_000,
  /** How often a check begins anew because its state was reset or adopted meanwhile. */
  checkRestarts: 2,
  maxPages: { default: 5, sec: 20, max: 100 },
  /** How long after its acceptance a filing may appear in the list of the SEC without being missed. */
  secLateMs: 5 * 60_000,
  monitors: {
    perNode: 1000,
    idChars: 100,
    /** A year. */
    intervalMinutes: 525_600,
    previewCount: 10,
    /** How much too early a check may come: n8n's schedule is not exact. */
    earlyShare: 0.1,
    earlyMs: 60_000,
    /** Checks in which an entry's document may fail before the entry is reported without it. */
    documentTries: 3,
    /** Documents that fail one after another before a check asks for no more. */
    documentFailuresInARow: 3,
    /** Known entries of a page that lose their values of a field at once and mean a redesign: one alone may be edited. */
    lostAtOnce: 2,
  },
  market: {
    responseKb: 2048,
    coinListKb: 5120,
    coinListMs: 24 * 3_600_000,
    /** Of one answer; the list of all coins holds some 70,000. */
    jsonValues: 150_000,
    cacheSeconds: { default: 60, max: 86_400 },
    /** Of the cache: answers, and the characters of their bodies. */
    cache: { entries: 500, size: 16 * 1024 * 1024 },
    /** What one run may wait for the limits of its keys. */
    waitMinutes: { default: 10, max: 1440 },
    /** Requests per minute that providers grant without a paid plan. */
    perMinute: { twelvedata: 8, alphavantage: 60, coingecko: 30, yahoo: 60, max: 10_000 },
    /** A price of more days than that is named as old: longer than exchanges usually stay closed. */
    oldAfterDays: 7,
    /** After the close, closing auctions and delayed exchanges may still change the newest bar. */
    settledAfterMs: 3_600_000,
    /** A key is looked for in other forms than its own from this length on: a shorter one may be a word, as it stands elsewhere. */
    distinctKeyChars: 8,
    /** No request after a refusal that says no time, and the longest one that is believed without asking again. */
    coolDownMs: { usual: 60_000, max: 3_600_000 },
    /** A refusal that is over so soon is waited for; after a longer one another provider is asked. */
    shortWaitMs: 5_000,
    pauseMs: 250,
    candidates: 8,
  },
  /** Conditional requests that were answered "not modified" before one is made without validators: some servers lie. */
  notModifiedInARow: 6,
  history: { default: 50, max: 10_000 },
  delivery: {
    /** Unconfirmed offers from which on `status` alarms. */
    alarmOffers: 3,
    /** Wait before the next offer by the number of offers made; the last one stays. */
    waitMs: [0, 0, 0, 5 * 60_000, 15 * 60_000, 3_600_000, 6 * 3_600_000],
    /** Pending batches offered in one check, oldest first. */
    batchesPerCheck: 20,
    /** Entries of one batch that is put together of several, or of everything since a time; the rest follows in further batches. */
    batchEntries: 2_000,
    /** Most entries that one check delivers, so that no batch is larger; the rest follows at the next checks. */
    entriesPerCheck: 10_000,
    maxLeaseSeconds: 7 * 86_400,
  },
  state: {
    /** It blocks the event loop, so it is short; longer waits are asynchronous. */
    busyTimeoutMs: 100,
    lockWaitMs: 10_000,
    /**
     * Ids kept of one monitor; the oldest that are neither on the page nor pending go first. One of them that comes back
     * is new again, since nothing remembers it: reported twice rather than never. With `maxId` the floor of its series
     * has risen behind it, and it is recorded without being reported.
     */
    idsPerMonitor: 2_000_000,
    batchesPerMonitor: 10_000,
    /**
     * What is removed in one transaction, which blocks the event loop: so many rows, or fewer where they take longer
     * than so many milliseconds. Looked at after each piece.
     */
    step: { rows: 500, ms: 20, piece: 20 },
    /** Rows that a check reads or writes before the event loop turns; its transaction goes on after that. */
    partRows: 500,
    /** Transactions of pruning in one check. */
    pruneSteps: 10,
    /** Remaining ids that say how far the floor of a series may rise after pruning. */
    floorWitnesses: 200,
    /** A gap stays in the status for so long at least, however well later checks overlap. */
    gapKeptMs: 24 * 3_600_000,
    vanishedKept: 100,
    postgres: {
      connections: 4,
      connectMs: 10_000,
      idleMs: 30_000,
      statementMs: 30_000,
      queryMs: 35_000,
      outcomeMs: 10_000,
    },
    /** From this size on a file is checked in a thread of its own. */
    inlineCheckBytes: 4 * 1024 * 1024,
  },
} as const;
