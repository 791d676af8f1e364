import { createHash } from 'node:crypto';
import { escapeHtml } from '../platform/mail/mail-layout.ts';
import type { OpenApi, Operation, Schema } from './describe-api.ts';

/** Copies of the web app's colours, because the page is self-contained. */
const docsStyle = `
:root{color-scheme:light dark;
--ground:light-dark(oklch(.985 .007 85),oklch(.17 .015 275));--wall:light-dark(oklch(.962 .011 82),oklch(.205 .017 275));
--hairline:light-dark(oklch(.885 .014 80),oklch(.3 .02 275));--ink:light-dark(oklch(.22 .02 275),oklch(.94 .01 85));
--quiet:light-dark(oklch(.44 .02 275),oklch(.8 .014 85));--indigo:light-dark(oklch(.39 .135 268),oklch(.78 .095 268));
--laterite:light-dark(oklch(.5 .155 36),oklch(.76 .125 42));--ochre:light-dark(oklch(.48 .095 72),oklch(.85 .11 86));
--leaf:light-dark(oklch(.475 .1 150),oklch(.78 .11 150))}
*{box-sizing:border-box}
body{margin:0 auto;padding:48px 24px 96px;max-width:1080px;background:var(--ground);color:var(--ink);
font:1rem/1.5 'Source Sans 3','Segoe UI',system-ui,sans-serif;display:grid;grid-template-columns:200px minmax(0,1fr);gap:0 48px}
header{grid-column:1/-1;padding-bottom:24px;border-bottom:1px solid var(--hairline);margin-bottom:32px}
header p:first-child{margin:0;color:var(--quiet)}
h1,h2{font-family:'Noto Serif Display','Iowan Old Style',Georgia,serif;font-weight:600;line-height:1.15;margin:0}
h1{font-size:2.25rem;margin:4px 0 12px}h2{font-size:1.625rem;margin:0 0 8px}
nav{position:sticky;top:24px;align-self:start}nav ul{list-style:none;margin:0;padding:0}nav li{padding:6px 0}nav span{color:var(--quiet);font-size:.8125rem}
a{color:var(--indigo)}a:focus-visible,summary:focus-visible{outline:2px solid var(--indigo);outline-offset:2px;border-radius:2px}
section{margin-bottom:48px}article{padding:20px 0;border-top:1px solid var(--hairline)}
h3{font-size:1.0625rem;margin:0;font-weight:400;overflow-wrap:anywhere}h3 b{display:inline-block;min-width:4.2em}
h4{margin:12px 0 4px;font-size:.9375rem}.for{color:var(--quiet);margin:0}p{margin:6px 0;max-width:66ch}
.get{color:var(--leaf)}.post,.put,.patch{color:var(--indigo)}.delete{color:var(--laterite)}
code,pre{font-family:ui-monospace,'SFMono-Regular',Menlo,Consolas,monospace;font-size:.9em}
pre{background:var(--wall);padding:16px;border-radius:6px;overflow:auto}
dl{display:grid;grid-template-columns:minmax(120px,auto) 1fr;gap:4px 16px;margin:0}dt{color:var(--quiet)}dt code{color:var(--ink)}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
summary{cursor:pointer;color:var(--quiet);margin-top:12px;min-height:24px}details ul{margin:8px 0;padding-left:20px}
@media (max-width:720px){body{display:block;padding:24px 16px 64px}nav{position:static;margin-bottom:24px}nav li{display:inline-block;margin-right:16px}dl{grid-template-columns:1fr}dd{margin-bottom:8px}}
`;

/** HTML page without scripts or external resources. */
export function docsPage({ info, tags, paths, servers }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const base = servers[0]?.url ?? '';
  const subjects = tags.map(({ name }) => ({ name, calls: calls.filter(({ call }) => call.tags.includes(name)) }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The calls of ${escapeHtml(info.title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<header><p>${escapeHtml(info.title)} ${escapeHtml(info.version)}</p><h1>The calls, one by one</h1><p>${escapeHtml(info.description)}</p>
<p>All stand below <code>${escapeHtml(base)}</code>. For programs: <a href="${escapeHtml(base)}/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Subjects"><ul>${subjects.map(({ name, calls: tagCalls }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a> <span>${tagCalls.length}</span></li>`).join('')}</ul></nav>
<main>
${subjects.map(({ name, calls: tagCalls }) => `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${tagCalls.map(renderCall).join('\n')}</section>`).join('\n')}
</main>
</body>
</html>
`;
}

export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function renderCall({ path, method, call }: { path: string; method: string; call: Operation }): string {
  const [status = '', answer] = Object.entries(call.responses).find(([code]) => Number(code) < 400) ?? [];
  const refusals = Object.entries(call.responses).filter(([code]) => Number(code) >= 400);
  const body = Object.entries(call.requestBody?.content ?? {});
  return `<article id="${escapeHtml(call.operationId)}">
<h3><b class="${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(call.summary)}</p>
<p class="for">${escapeHtml(call.description)}</p>
${
  call.parameters
    ? renderBlock(
        'Parameters',
        renderFields(
          Object.fromEntries(call.parameters.map(({ name, schema }) => [name, schema])),
          call.parameters.filter(({ required }) => required).map(({ name }) => name),
        ),
      )
    : ''
}
${body.length > 0 ? renderBlock(`Body: ${body.map(([type]) => type).join(' or ')}`, renderFields(body[0]?.[1].schema.properties ?? {}, body[0]?.[1].schema.required ?? [])) : ''}
<details><summary>Answers ${escapeHtml(status)}, or refuses with ${refusals.map(([code]) => escapeHtml(code)).join(', ')}</summary>
${answer?.content ? `<pre>${escapeHtml(describeType(answer.content['application/json']?.schema ?? {}))}</pre>` : ''}
<ul>${refusals.map(([code, { description }]) => `<li><b>${escapeHtml(code)}</b> ${escapeHtml(description)}</li>`).join('')}</ul></details>
</article>`;
}

const renderBlock = (title: string, html: string): string => `<h4>${escapeHtml(title)}</h4>${html}`;

const renderFields = (properties: Record<string, Schema>, required: readonly string[]): string =>
  `<dl>${Object.entries(properties)
    .map(
      ([name, schema]) =>
        `<dt><code>${escapeHtml(name)}</code>${required.includes(name) ? ' required' : ''}</dt><dd>${escapeHtml(describeType(schema))}</dd>`,
    )
    .join('')}</dl>`;

function describeType(schema: Schema, indent = ''): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((subschema) => describeType(subschema, indent)).join(' | ');
  if (schema.type === 'array') return `list of ${describeType(schema.items ?? {}, indent)}`;
  if (schema.properties) {
    const innerIndent = `${indent}  `;
    const lines = Object.entries(schema.properties).map(
      ([name, subschema]) =>
        `${innerIndent}${name}${schema.required?.includes(name) ? '' : '?'}: ${describeType(subschema, innerIndent)}${subschema.description ? `  (${subschema.description})` : ''}`,
    );
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (schema.type === 'object') return 'object';
  const limit = typeof schema['maxLength'] === 'number' ? `, at most ${schema['maxLength']} characters` : '';
  return `${schema.format ?? [schema.type ?? 'anything'].flat().join(' | ')}${limit}`;
}
