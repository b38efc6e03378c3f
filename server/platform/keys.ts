import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { StartRefused } from './refusal.ts'
import type { Secret } from './secret.ts'

/** One generation of APP_KEY. Every purpose has a key of its own, derived by HKDF-SHA-256 (RFC 5869). */
export interface KeyGeneration {
  /** Four bytes that name the generation inside sealed data; they reveal nothing about the key. */
  id: Buffer
  /** Made once and kept; ready for use, which bytes are not: a cipher made from bytes takes ten times longer. */
  derive(purpose: string): KeyObject
}

/** Keys for reading: the current one first, then the old ones. */
export interface KeyRing {
  current: KeyGeneration
  all: KeyGeneration[]
}

/** The generation a secret stands for. */
export function openGeneration(secret: Secret): KeyGeneration {
  const bytes = (purpose: string) => Buffer.from(hkdfSync('sha256', secret.reveal(), 'zayavka', purpose, 32))
  const derived = new Map<string, KeyObject>()
  const derive = (purpose: string) => {
    const known = derived.get(purpose)
    if (known) return known
    const key = createSecretKey(bytes(purpose))
    derived.set(purpose, key)
    return key
  }
  return { id: createHash('sha256').update(bytes('key id')).digest().subarray(0, 4), derive }
}

/** Builds the ring from APP_KEY and APP_KEY_OLD. */
export function openKeys(current: Secret, old: Secret[] = []): KeyRing {
  const all = [current, ...old].map(openGeneration)
  if (new Set(all.map((key) => key.id.toString('hex'))).size !== all.length) {
    throw new StartRefused('APP_KEY_OLD repeats a key: list each earlier key once, without the current one')
  }
  return { current: all[0]!, all }
}
