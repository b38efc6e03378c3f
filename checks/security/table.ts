import { firstReleaseIds, type Row, rows } from './rows.ts'

const proof = (row: Row) => {
  const files = new Map<string, string[]>()
  for (const [file, title] of row.proofs) files.set(file, [...(files.get(file) ?? []), title])
  return [...files]
    .map(([file, titles]) => `\`${file}\` (${titles.map((t) => t.replace(/:$/, '')).join('; ')})`)
    .join(', ')
}

const line = (row: Row) =>
  `| ${row.id} | ${row.what} | ${row.lacks ? 'partly' : 'holds'} | ${proof(row)} | ${row.lacks ?? row.note ?? ''} |`

/** docs/security.md, made from the rows: `node checks/security/run.ts --table && npm run lint` writes it. */
export function securityTable(): string {
  const first = rows.filter(({ id }) => firstReleaseIds.includes(id))
  const later = rows.filter(({ id }) => !firstReleaseIds.includes(id))
  const table = (list: readonly Row[]) =>
    [
      '| row | requirement | stands | shown by (file, tests by title) | remark |',
      '| --- | --- | --- | --- | --- |',
      ...list.map(line),
    ].join('\n')
  return `# Security, row by row

Made by \`node checks/security/run.ts --table\` and \`npm run lint\` from \`checks/security/rows*.ts\`; \`npm test\` fails when this page is not what they say, or when a
row of the first release is missing. \`npm run security\` runs every test named here and prints row, verdict and figure.

## First release

${table(first)}

## Looked after already

${table(later)}
`
}
