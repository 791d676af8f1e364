import { createHash } from 'node:crypto';
import { allCalls } from '@mbari/contract/all';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('the API description is valid OpenAPI 3.1 and public', async () => {
  const { status, json, headers } = await app.call('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const validator = new Validator();
  expect(await validator.validate(json)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const broken = structuredClone(json);
  broken.paths['/photos'].get.responses = 'none';
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('the API description covers every call: access, input, answer and refusals', async () => {
  const { json } = await app.call('GET', '/openapi.json');
  const documented = Object.entries<object>(json.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(documented.sort()).toEqual(allCalls.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort());
  const like = json.paths['/photos/{id}/like'].post;
  expect(like).toMatchObject({
    operationId: 'likePhoto',
    security: [{ bearer: [] }, { token: ['write:photos'] }],
    parameters: [{ name: 'id', in: 'path', required: true }],
  });
  expect(Object.keys(like.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '429']));
  expect(like.responses['403'].description).toBe('scope_required, email_unverified, onboarding_required');
  const login = json.paths['/auth/login'].post;
  expect(login.security).toEqual([]);
  expect(login.requestBody.content['application/json'].schema.required).toEqual(expect.arrayContaining(['email', 'password']));
  expect(login.responses['200'].content['application/json'].schema.properties).toHaveProperty('token');
  expect(Object.keys(json.paths['/me/export'].get.responses['200'].content)).toEqual(['application/zip']);
  const webhook = json.paths['/billing/webhook'].post;
  expect(webhook.parameters).toMatchObject([{ name: 'stripe-signature', in: 'header', required: true }]);
  expect(Object.keys(webhook.requestBody.content)).toEqual(['application/json']);
});

test('the HTML documentation has no script, loads nothing, and allows only its own style', async () => {
  const { status, text, headers } = await app.call('GET', '/docs');
  expect(status).toBe(200);
  for (const { path } of allCalls) expect(text).toContain(`<code>${path}</code>`);
  expect(text).not.toMatch(/<script|<link|<img|\bon\w+=|style="|javascript:|https?:\/\//i);
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});
