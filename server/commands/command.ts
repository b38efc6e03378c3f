/** One positional argument of a command. */
interface Argument {
  /** As the usage names it: `FOLDER`. */
  readonly name: string
  readonly about: string
  readonly optional?: boolean
}

/** What was given on the command line, checked against what the command takes. */
export interface Given {
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
  /** Those without a value that were given. */
  readonly flags: ReadonlySet<string>
}

/** A command of the staff: `zayavka NAME …`. */
export interface Command {
  readonly name: string
  /** In one line, for the list. */
  readonly about: string
  /** What a person should know before using it. */
  readonly more?: string
  readonly takes: readonly Argument[]
  /** Options with a value, by name, and what they are. */
  readonly options?: Readonly<Record<string, string>>
  /** Options without a value. */
  readonly flags?: Readonly<Record<string, string>>
  /** The settings the server has are needed: `--env` is taken, and the usual file is looked for. */
  readonly settings: boolean
  /** Its program. */
  load(): Promise<{ readonly run: Run }>
}

/** Answers the exit code: 0 done and right, 1 what was looked at is not right. Throws StartRefused for what cannot be begun. */
export type Run = (given: Given) => Promise<number>

export const exitCodes = { done: 0, notRight: 1, wrongUse: 2, refused: 78 } as const

/** Says one line on standard output. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

const argumentText = ({ name, optional }: Argument) => (optional ? `[${name}]` : name)

export function usageOf({ name, about, more, takes, options = {}, flags = {}, settings }: Command): string {
  const rows = [
    ...takes.map((argument): [string, string] => [argument.name, argument.about]),
    ...Object.entries(options).map(([option, what]): [string, string] => [`--${option} VALUE`, what]),
    ...Object.entries(flags).map(([flag, what]): [string, string] => [`--${flag}`, what]),
    ...(settings
      ? [
          [
            '--env FILE',
            "the server's settings; without it ZAYAVKA_ENV, else /etc/zayavka/environment where it is",
          ] as const,
        ]
      : []),
    ['--help', 'this text'] as const,
  ]
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return [
    `zayavka ${[name, ...takes.map(argumentText)].join(' ')}`,
    '',
    about,
    ...(more ? ['', more] : []),
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`),
    '',
    'Exit codes: 0 done; 1 what was looked at is not right; 2 wrong use; 78 refused, the line says why.',
  ].join('\n')
}
