import { createHash } from 'node:crypto';
import type { OpenApi, Operation, Schema } from './describe-api.ts';
import { docsStyle } from './docs-style.ts';

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
<title>The calls of ${text(info.title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<header><p>${text(info.title)} ${text(info.version)}</p><h1>The calls, one by one</h1><p>${text(info.description)}</p>
<p>All stand below <code>${text(base)}</code>. For programs: <a href="${text(base)}/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Subjects"><ul>${subjects.map(({ name, calls: own }) => `<li><a href="#${text(name)}">${text(name)}</a> <span>${own.length}</span></li>`).join('')}</ul></nav>
<main>
${subjects.map(({ name, calls: own }) => `<section id="${text(name)}"><h2>${text(name)}</h2>${own.map(callCard).join('\n')}</section>`).join('\n')}
</main>
</body>
</html>
`;
}

export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function callCard({ path, method, call }: { path: string; method: string; call: Operation }): string {
  const [status = '', answer] = Object.entries(call.responses).find(([code]) => Number(code) < 400) ?? [];
  const refusals = Object.entries(call.responses).filter(([code]) => Number(code) >= 400);
  const body = Object.entries(call.requestBody?.content ?? {});
  return `<article id="${text(call.operationId)}">
<h3><b class="${text(method)}">${text(method.toUpperCase())}</b> <code>${text(path)}</code></h3>
<p>${text(call.summary)}</p>
<p class="for">${text(call.description)}</p>
${
  call.parameters
    ? block(
        'Parameters',
        fields(
          Object.fromEntries(call.parameters.map(({ name, schema }) => [name, schema])),
          call.parameters.filter(({ required }) => required).map(({ name }) => name),
        ),
      )
    : ''
}
${body.length > 0 ? block(`Body: ${body.map(([type]) => type).join(' or ')}`, fields(body[0]?.[1].schema.properties ?? {}, body[0]?.[1].schema.required ?? [])) : ''}
<details><summary>Answers ${text(status)}, or refuses with ${refusals.map(([code]) => text(code)).join(', ')}</summary>
${answer?.content ? `<pre>${text(typeText(answer.content['application/json']?.schema ?? {}))}</pre>` : ''}
<ul>${refusals.map(([code, { description }]) => `<li><b>${text(code)}</b> ${text(description)}</li>`).join('')}</ul></details>
</article>`;
}

const block = (title: string, inside: string): string => `<h4>${text(title)}</h4>${inside}`;

const fields = (properties: Record<string, Schema>, required: readonly string[]): string =>
  `<dl>${Object.entries(properties)
    .map(
      ([name, schema]) =>
        `<dt><code>${text(name)}</code>${required.includes(name) ? ' required' : ''}</dt><dd>${text(typeText(schema))}</dd>`,
    )
    .join('')}</dl>`;

function typeText(schema: Schema, indent = ''): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map((one) => typeText(one, indent)).join(' | ');
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {}, indent)}`;
  if (schema.properties) {
    const inner = `${indent}  `;
    const lines = Object.entries(schema.properties).map(
      ([name, one]) =>
        `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${typeText(one, inner)}${one.description ? `  (${one.description})` : ''}`,
    );
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (schema.type === 'object') return 'object';
  const limit = typeof schema['maxLength'] === 'number' ? `, at most ${schema['maxLength']} characters` : '';
  return `${schema.format ?? [schema.type ?? 'anything'].flat().join(' | ')}${limit}`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const text = (raw: string): string => raw.replaceAll(/[&<>"']/g, (char) => entities[char]!);
