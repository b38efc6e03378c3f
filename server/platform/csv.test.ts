import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type CsvCell, csvText } from './csv.ts'

/** A plain reader of RFC 4180 with semicolons. */
function read(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  const cells = /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n)/y
  for (let at = 1; at < text.length; at = cells.lastIndex) {
    cells.lastIndex = at
    const found = cells.exec(text)
    assert.ok(found, `not RFC 4180 at ${at}`)
    line.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '\r\n') {
      lines.push(line)
      line = []
    }
  }
  return lines
}

describe('a CSV file', () => {
  it('begins with a byte order mark and ends each line as the standard says', () => {
    assert.equal(
      csvText([
        ['Шаг', 'Открыли'],
        ['Паспорт; разворот', 12.5],
        ['«"»', null],
      ]),
      '\ufeffШаг;Открыли\r\n"Паспорт; разворот";12,5\r\n"«""»";\r\n',
    )
  })

  it('reads back as it was written, and no cell is a formula', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '=1+1',
        '+7',
        '-2',
        '@SUM(A1)',
        '\t=1',
        '\n=1',
        '\0=1',
        '＝1+1',
        '＋7',
        '－2',
        '＠SUM(A1)',
        'a\r\nb',
      ),
      fc.integer(),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (lines: CsvCell[][]) => {
        const back = read(csvText(lines))
        assert.deepEqual(
          back.map((line) => line.length),
          lines.map((line) => line.length),
        )
        lines.flat().forEach((given, at) => {
          const found = back.flat()[at] ?? ''
          if (typeof given === 'string') {
            assert.ok(!/^[=+\-@\t\r\n\0＝＋－＠]/.test(found), found)
            assert.equal(
              found.replace(/^'(?=[=+\-@\t\r\n\0＝＋－＠])/, ''),
              given.replace(/^'(?=[=+\-@\t\r\n\0＝＋－＠])/, ''),
            )
          } else assert.equal(found, String(given))
        })
      }),
    )
  })
})
