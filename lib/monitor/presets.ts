/** Definitions that are known to work, for the node's form. */
export const MONITOR_PRESETS = {
  capitol_trades: {
    id: 'capitol_trades',
    url: 'https://www.capitoltrades.com/trades?pageSize=96',
    parser: 'capitol_trades',
    idField: 'tradeId',
    checkIntervalMinutes: 60,
    alertOnNew: true,
    storeHistory: true,
  },
  sec_form4: {
    id: 'sec_filings',
    url: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=include&count=100',
    parser: 'sec_form4',
    idField: 'accessionNumber',
    checkIntervalMinutes: 60,
    alertOnNew: true,
    storeHistory: true,
  },
} as const;
