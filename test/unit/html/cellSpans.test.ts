import { cellSize, CellSpans, spanRoom } from '../../../lib/html/cellSpans';

describe('cellSize reads the attributes as browsers do', () => {
  it.each([
    [null, null, 1, 1],
    ['2', '3', 2, 3],
    [' 2 ', '2px', 2, 2],
    ['100%', '1.9', 100, 1],
    ['0', '0', 1, 0],
    ['-1', '-1', 1, 1],
    ['x', '', 1, 1],
    ['1001', '65535', 1_000, 65_534],
  ])('colspan %j and rowspan %j', (colspan, rowspan, columns, rows) => {
    expect(cellSize(colspan, rowspan)).toEqual({ columns, rows });
  });
});

describe('CellSpans', () => {
  /** Columns at which the cells of each row stand; `[columns, rows]` of each cell. */
  function place(rows: readonly (readonly [number, number])[][], spans = new CellSpans<null>(spanRoom())) {
    return rows.map((row) => {
      const at = row.map(([columns, lines]) => {
        spans.skip();
        const { column } = spans;
        spans.place(null, { columns, rows: lines });
        return column;
      });
      spans.endRow();
      return at;
    });
  }

  it('keeps a column taken below where a wider cell of a row between runs into it', () => {
    const rows: [number, number][][] = [
      [
        [1, 1],
        [1, 3],
      ],
      [[3, 1]],
      [
        [1, 1],
        [1, 1],
      ],
    ];
    expect(place(rows)).toEqual([[0, 1], [0], [0, 2]]);
  });

  it('lets a row of its own without cells pass', () => {
    expect(place([[[1, 3]], [], [[1, 1]], [[1, 1]]])).toEqual([[0], [], [1], [0]]);
  });

  it('leaves what follows in its column where no more may be written', () => {
    const spans = new CellSpans<null>({ columns: 0 });
    expect(place([[[5, 2]], [[1, 1]]], spans)).toEqual([[0], [5]]);
    expect(spans.place(null, { columns: 50, rows: 1 })).toBeLessThan(50);
  });

  it('says where a cell that comes down begins, and that it was covered in part', () => {
    const spans = new CellSpans<string>(spanRoom());
    spans.place('wide', { columns: 3, rows: 2 });
    spans.endRow();
    expect(spans.skip()).toEqual([{ cell: 'wide', column: 0, isStart: true, width: 3 }]);
  });
});
