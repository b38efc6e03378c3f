import * as z from 'zod/mini'
import { lenderSchema } from '#contract/lender/schema.ts'
import { environment } from '#server/platform/environment.ts'

interface Node {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly default?: unknown
  readonly description?: string
}

interface Row {
  readonly name: string
  readonly about?: string | undefined
  readonly takes: string
  readonly needed: string
}

const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }) as Node

const code = (value: unknown) => `\`${String(value).replaceAll('|', '\\|')}\``

/** What a value may be, in words. */
function takes(node: Node): string {
  if (node.const !== undefined) return code(node.const)
  if (node.enum) return node.enum.map(code).join(', ')
  const limits = [
    node.minimum === undefined ? '' : `from ${node.minimum}`,
    node.maximum === undefined || node.maximum > 1e12 ? '' : `to ${node.maximum}`,
    node.minLength && node.minLength > 1 ? `${node.minLength} characters or more` : '',
    node.minItems ? `${node.minItems} or more` : '',
    node.pattern ? `like ${code(node.pattern)}` : '',
  ].filter(Boolean)
  return [node.type === 'array' ? 'list' : (node.type ?? 'a value checked at start'), ...limits].join(', ')
}

const needed = (node: Node, required: boolean) =>
  node.default !== undefined ? code(JSON.stringify(node.default)) : required ? 'needed' : 'may be left out'

/** Described on a page of its own, figure by figure. */
const elsewhere: Readonly<Record<string, Row>> = {
  limits: {
    name: 'limits.<limit>.<figure>',
    takes:
      'object: `most`, an integer from 1; `window`, a duration. The limits and their figures: [limits.md](limits.md)',
    needed: 'as there',
  },
  'roles[].rights': {
    name: 'roles[].rights',
    takes:
      'list of rights of the product, 1 or more: [access.md](access.md) names them, what each opens, and which may not be together',
    needed: 'needed; without `roles` as there',
  },
}

/** Every field with its path: `products[].amount.max`. The kinds of one thing stand one after the other. */
function rows(node: Node, path: string, required = true): Row[] {
  const described = elsewhere[path]
  if (described) return [described]
  const kinds = node.oneOf ?? node.anyOf
  if (kinds?.some(({ properties }) => properties)) {
    return kinds.flatMap((kind) => {
      const name = kind.properties?.kind?.const ?? kind.properties?.rule?.const
      return rows(kind, name === undefined ? path : `${path}(${name})`, required)
    })
  }
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, child]) =>
      rows(child, path ? `${path}.${name}` : name, node.required?.includes(name) ?? false),
    )
  if (node.items && (node.items.properties || node.items.oneOf || node.items.anyOf))
    return rows(node.items, `${path}[]`, required)
  if (node.items) return [{ name: path, takes: `list of ${takes(node.items)}`, needed: needed(node, required) }]
  const alternatives = kinds?.map(takes).join(' or ')
  return [{ name: path, about: node.description, takes: alternatives ?? takes(node), needed: needed(node, required) }]
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Where its rows say what they are for, with a column for it. */
function table(head: string, found: readonly Row[]): string {
  const told = found.some(({ about }) => about)
  const columns = [head, ...(told ? ['what it is for'] : []), 'takes', 'if left out']
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...found.map(({ name, about, takes, needed }) =>
      line([`\`${name}\``, ...(told ? [about ?? ''] : []), takes, needed]),
    ),
  ].join('\n')
}

/** `docs/configuration.md`, made from the schemas that check the configuration at start. */
export function configurationReference(): string {
  return `# Configuration

Made by \`npm run reference\` from the schemas the server checks at start: change those, not this page. What production asks for beyond this is
in [operations.md](operations.md).

A wrong value stops the start with the field, what it should be, and how many problems there are in all.

## Environment

${table('variable', rows(schemaOf(environment), ''))}

Variables of a vendor are handed to it without the prefix, and are described with it: \`SMS_…\`, \`EMAIL_…\`, \`PAYOUT_…\`, \`PAYMENT_…\`, \`S3_…\` in [providers.md](providers.md), \`BUREAU_…\` in
[bureaus.md](bureaus.md), \`CORE_…\`, \`SCORING_…\` in [integration.md](integration.md), \`ESIA_…\`, \`GATEWAY_…\`, \`TID_…\`, \`SBER_…\`, \`OIDC_…\` in [identity.md](identity.md).

\`PUBLIC_URL\` is the callback domain: vendors answer there (payments and payouts at \`/service/webhooks/…\`), links in letters and messages lead there, passkeys belong to its
host. \`SENTRY_DSN\` is read by the server alone: reports of both apps go to the server, which takes personal data out and hands them on to that host only.

## The lender's file (\`LENDER_CONFIG\`)

Sums are roubles. Beyond its fields the file is checked as a whole: the dearest case of each product against the caps of the dated rules,
and both accents against their page (4.5:1 or more).

\`products\`, \`calendar\` and \`texts\` are the first versions of the tariffs, the calendar and the words of notices: from the moment the staff put another one in force in the office, such a
field speaks no more ([rules.md](rules.md#tariffs-the-calendar-texts)), and the log says so at the start.

\`flow.trial\` is «Попробовать» on the start: the whole way to an offer on invented answers, which stay in the page. \`true\` offers it to everybody, \`false\` to
nobody; left out, it is there in what is proven to be a demo and nowhere else (the same proof the test codes need: [operations.md](operations.md)).

${table('field', rows(schemaOf(lenderSchema), ''))}
`
}
