/** Elements that stand on lines of their own; the value says how far apart from their neighbours. */
export const BLOCKS: ReadonlyMap<string, 1 | 2> = new Map([
  ...[
    'address article aside body center details dialog dir div fieldset figcaption footer form frameset header hgroup',
    'legend li main menu nav optgroup option search section select summary dt dd tr caption thead tbody tfoot hr',
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name, 1] as const),
  ...'blockquote dl figure h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' ').map((name) => [name, 2] as const),
]);

export const HEADINGS: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level] as const),
);
