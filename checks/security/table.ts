import { firstReleaseIds, type Row, rows } from './rows.ts'
import { scannerSection } from './scans.ts'

const proof = (row: Row) => {
  const files = new Map<string, string[]>()
  for (const [file, title] of row.proofs) files.set(file, [...(files.get(file) ?? []), title])
  return [...files]
    .map(([file, titles]) => `\`${file}\` (${titles.map((t) => t.replace(/:$/, '')).join('; ')})`)
    .join(', ')
}

const line = (row: Row) =>
  `| ${row.id} | ${row.what} | ${row.lacks ? 'partly' : 'holds'} | ${proof(row)} | ${row.lacks ?? row.note ?? ''} |`

const attackedLine = (row: Row) =>
  `| ${row.id} | ${row.what} | ${row.lacks ? 'partly' : 'holds'} | ${proof(row)} | ${row.red ?? ''} | ${row.lacks ?? row.note ?? ''} |`

/** docs/security.md, made from the rows and the scans: `node checks/security/run.ts --table && npm run lint` writes it. */
export function securityTable(): string {
  const first = rows.filter(({ id }) => firstReleaseIds.includes(id))
  const attacked = rows.filter(({ id }) => id.startsWith('N'))
  const later = rows.filter((row) => !firstReleaseIds.includes(row.id) && !attacked.includes(row))
  const table = (list: readonly Row[]) =>
    [
      '| row | requirement | stands | shown by (file, tests by title) | remark |',
      '| --- | --- | --- | --- | --- |',
      ...list.map(line),
    ].join('\n')
  return `# Security, row by row

Made by \`node checks/security/run.ts --table\` and \`npm run lint\` from \`checks/security/rows*.ts\` and \`scans.ts\`; \`npm test\` fails when this page is not what they say, or when a
row of the first release is missing. \`npm run security\` runs every test named here and prints row, verdict and figure.

## First release

${table(first)}

## Found by attack on the first release

Each row was seen to fail on version 0.1.0, by a test named here as it stands or written for that tree; «seen red» says how. Not every test of a row was run there.

| row | requirement | stands | shown by (file, tests by title) | seen red | remark |
| --- | --- | --- | --- | --- | --- |
${attacked.map((row) => attackedLine(row)).join('\n')}

## Looked after already

${table(later)}

${scannerSection()}`
}
