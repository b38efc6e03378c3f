/** Acts once the page is loaded and the browser idle: for what the first screen can do without */
export function afterFirstPaint(act: () => void): void {
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 5000 }) : setTimeout(act, 1000)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}
