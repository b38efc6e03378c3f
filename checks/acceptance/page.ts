import type { Claim, Proof } from './claim.ts'
import { claims, sections } from './claims.ts'

const cell = (text: string) => text.replaceAll('|', '\\|')

function tests(proofs: readonly Proof[]): string {
  const files = new Map<string, string[]>()
  for (const [file, title] of proofs) files.set(file, [...(files.get(file) ?? []), title])
  return [...files].map(([file, titles]) => `\`${file}\` (${titles.join('; ')})`).join(', ')
}

const line = ({ id, claim, verdict, seen, proofs, remark }: Claim) =>
  `| ${[id, claim, verdict, seen ?? '', tests(proofs), remark].map(cell).join(' | ')} |`

const count = (verdict: Claim['verdict']) => claims.filter((claim) => claim.verdict === verdict).length

/** `docs/acceptance.md`, made from the claims: `npm run reference` writes it. */
export function acceptancePage(): string {
  const tables = sections.map(
    ({ title, claims }) => `## ${title}

| claim | the text | verdict | seen in | shown by (file, tests by title) | remark |
| --- | --- | --- | --- | --- | --- |
${claims.map(line).join('\n')}
`,
  )
  return `# The customer's text, claim by claim

Made by \`npm run reference\` from \`checks/acceptance/claims/\`: change those, not this page. \`npm test\` fails for a claim without a test or a reason,
for a test named here that is not there, and when this page is not what the claims say.

${claims.length} claims: ${count('holds')} hold, ${count('deliberate difference')} are deliberate differences, ${count('cannot be seen')} cannot be seen by running (the text leaves them open, or they are names inside the original).

${tables.join('\n')}`
}
