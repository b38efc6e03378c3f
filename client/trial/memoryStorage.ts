/** As much of `Storage` as the app uses, for as long as the page lives */
export function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear' | 'length'> {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, String(value)),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  }
}
