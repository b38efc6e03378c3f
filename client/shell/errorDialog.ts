import { createStore } from '../store.ts'

type Told = { readonly message: string | undefined; readonly trace: string | undefined }

/** What the error dialog says; null: it is closed */
export const errorStore = createStore<Told | null>(null)

/** Opens the error dialog; without a message its title is «Что-то пошло не так» */
export const showError = (message?: string, trace?: string): void => errorStore.set({ message, trace })
export const closeError = (): void => errorStore.set(null)
