import type { Happening, Happenings } from '#contract/happenings.ts'
import type { Tx } from './transaction.ts'

/** What a module does when something happens elsewhere, in the transaction it happens in: a failure undoes both. */
export type ReactionsOf = {
  readonly [Name in Happening]?: (tx: Tx, told: Happenings[Name]) => Promise<void>
}

export interface Reactions {
  /** Called once for each module, as it is made; they react in that order. */
  add(module: string, reactions: ReactionsOf): void
  /** Who reacts to what. */
  list(): readonly { readonly happening: Happening; readonly module: string }[]
  emit<Name extends Happening>(tx: Tx, name: Name, told: Happenings[Name]): Promise<void>
}

export function openReactions(): Reactions {
  const modules: { module: string; reactions: ReactionsOf }[] = []
  return {
    add(module, reactions) {
      if (modules.some((one) => one.module === module)) throw new Error(`${module} reacts already`)
      modules.push({ module, reactions })
    },
    list: () =>
      modules.flatMap(({ module, reactions }) =>
        (Object.keys(reactions) as Happening[]).map((happening) => ({ happening, module })),
      ),
    async emit(tx, name, told) {
      for (const { reactions } of modules) await reactions[name]?.(tx, told)
    },
  }
}
