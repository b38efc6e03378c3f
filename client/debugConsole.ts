import VConsole from 'vconsole'
import { toldError } from '#ui/shell/told.ts'

/** The nonce of the page's Content-Security-Policy, which Vite leaves in a meta element */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Styles the console adds must carry the nonce, or the policy drops them */
function giveStylesTheNonce(nonce: string): void {
  const create = document.createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (name.toLowerCase() === 'style') element.nonce = nonce
    return element
  }) as typeof document.createElement
}

type TrustedTypes = { createPolicy(name: string, rules: { createHTML(html: string): string }): unknown }

/** The console writes its templates by innerHTML; under Trusted Types only a policy named "default" lets it, in dev mode */
function allowTemplates(): void {
  const trusted = (window as { trustedTypes?: TrustedTypes }).trustedTypes
  trusted?.createPolicy('default', { createHTML: (html) => html })
}

/** The console sets `style` attributes, which the policy forbids; the same text set by script is allowed */
function setStylesByScript(): void {
  const set = Element.prototype.setAttribute
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && this instanceof HTMLElement) this.style.cssText = value
    else set.call(this, name, value)
  }
}

/**
 * Opens vConsole with all its panels, 1000 log and 1000 network entries. Uncaught errors, resources that did not load and
 * unhandled rejections are entries of its own making.
 */
export function openDebugConsole(): void {
  try {
    allowTemplates()
    giveStylesTheNonce(pageNonce())
    setStylesByScript()
    new VConsole({
      defaultPlugins: ['system', 'network', 'element', 'storage'],
      log: { maxLogNumber: 1000 },
      network: { maxNetworkNumber: 1000 },
    })
  } catch (error) {
    throw toldError('vConsoleInit > catch > error', error)
  }
}
