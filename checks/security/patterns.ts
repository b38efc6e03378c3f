import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../', import.meta.url))
const rooms = ['contract', 'steps', 'ui', 'client', 'office', 'server', 'config']

/** A regular expression as it stands in the sources. */
export interface Pattern {
  readonly source: string
  readonly flags: string
  /** `file:line`, of every place it stands at. */
  readonly places: string[]
}

export interface Patterns {
  readonly patterns: readonly Pattern[]
  /** Places where a pattern is put together while the program runs: nobody can check those. */
  readonly made: readonly string[]
}

const isTested = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)

const makesPattern = (node: ts.Node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'RegExp'

/** Every regular expression of a source text; the file's name says if it holds markup. */
export function patternsOf(
  file: string,
  text: string,
): { literals: { text: string; place: string }[]; made: string[] } {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const literals: { text: string; place: string }[] = []
  const made: string[] = []
  const placeOf = (node: ts.Node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const walk = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) literals.push({ text: node.text, place: placeOf(node) })
    else if (makesPattern(node)) made.push(placeOf(node))
    ts.forEachChild(node, walk)
  }
  walk(source)
  return { literals, made }
}

/** Every regular expression of the programs, each once, found in the syntax tree of every source file but tests. */
export function collectPatterns(): Patterns {
  const files = rooms.flatMap((room) =>
    readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  const found = new Map<string, Pattern>()
  const made: string[] = []
  for (const file of files.filter(isTested)) {
    const inFile = patternsOf(file, readFileSync(`${root}${file}`, 'utf8'))
    made.push(...inFile.made)
    for (const { text, place } of inFile.literals) {
      const end = text.lastIndexOf('/')
      const known = found.get(text)
      if (known) known.places.push(place)
      else found.set(text, { source: text.slice(1, end), flags: text.slice(end + 1), places: [place] })
    }
  }
  return { patterns: [...found.values()], made }
}
