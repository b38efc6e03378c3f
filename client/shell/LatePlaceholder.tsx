import { lazyScreen } from '#ui/shell/lazyScreen.tsx'

/** The loading overlay itself on its way: the first screen shows it only when something takes very long */
export const LatePlaceholder = lazyScreen(
  async () => (await import('#ui/feedback/Placeholder.tsx')).Placeholder,
  () => null,
)
