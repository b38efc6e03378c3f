import { readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fieldsOf } from '#contract/drafts.ts'
import type { StepEffects } from '#contract/effects.ts'
import type { StepDefinition } from '#contract/step.ts'
import { flow } from '#steps/flow.ts'
import { checkMedia, withMedia } from './media.ts'

const productSteps = fileURLToPath(new URL('../../../steps', import.meta.url))

export interface StepRegistry {
  /** Every numbered screen. */
  readonly all: ReadonlyMap<number, StepDefinition>
  /** The filling steps in order. */
  readonly flow: readonly StepDefinition[]
  /** What a step does on the server beyond keeping answers. */
  readonly effects: ReadonlyMap<number, StepEffects>
}

async function load<T>(stepsFolder: string, folder: string, file: string): Promise<T | undefined> {
  if (!readdirSync(`${stepsFolder}/${folder}`).includes(file)) return undefined
  return (await import(pathToFileURL(`${stepsFolder}/${folder}/${file}`).href)) as T
}

/**
 * Finds the steps by their folders. Throws when a folder's name and number differ, when two have one number, when a photo or video is
 * asked for and not declared, or the flow names no folder.
 */
export async function findSteps(stepsFolder = productSteps, order: readonly string[] = flow): Promise<StepRegistry> {
  const all = new Map<number, StepDefinition>()
  const effects = new Map<number, StepEffects>()
  const byFolder = new Map<string, StepDefinition>()
  for (const folder of readdirSync(stepsFolder).filter((name) => /^step\d\d-/.test(name))) {
    const module = await load<{ step: StepDefinition }>(stepsFolder, folder, 'step.ts')
    if (!module) throw new Error(`steps/${folder} has no step.ts`)
    const { step } = module
    if (step.number !== Number(folder.slice(4, 6))) throw new Error(`steps/${folder} says it is step ${step.number}`)
    if (all.has(step.number)) throw new Error(`two folders say they are step ${step.number}: steps/${folder} is one`)
    fieldsOf(step)
    checkMedia(step)
    all.set(step.number, step)
    byFolder.set(folder, step)
    const server = await load<{ effects: StepEffects }>(stepsFolder, folder, 'server.ts')
    const whole = withMedia(step, server?.effects)
    if (whole) effects.set(step.number, whole)
  }
  const ordered = order.map((folder) => {
    const step = byFolder.get(folder)
    if (!step) throw new Error(`steps/flow.ts names ${folder}, which is not there`)
    return step
  })
  return { all, flow: ordered, effects }
}
