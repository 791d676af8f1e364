import { answerConsent, readConsent } from '@mbari/contract/client-api/consent';
import { registerTestClient, outOfBand, turnOnClientApps } from '../../client-apps.ts';
import type { Row } from '../driver.ts';
import { hidden, ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

/** Returns what an app asks for that the member may allow. */
async function requestOf({ app }: World, change: Record<string, string> = {}): Promise<string> {
  await turnOnClientApps(app);
  const { client_id } = await registerTestClient(app);
  const asked = { client_id, redirect_uri: outOfBand, response_type: 'code', scope: 'read', ...change };
  return `q${Buffer.from(new URLSearchParams(asked).toString()).toString('base64url')}`;
}

export const clientAppRows: Row[] = [
  {
    call: readConsent,
    expect: () => ok({ has: ['data.name', 'data.scopes'] }),
    ask: async (world) => ({ query: `request=${await requestOf(world)}` }),
  },
  {
    call: readConsent,
    about: { app: 'missing' },
    expect: hidden,
    ask: async (world) => ({ query: `request=${await requestOf(world, { client_id: world.bystander.id })}` }),
  },
  {
    call: answerConsent,
    expect: () => ok({ has: ['data.code'], stores: true }),
    ask: async (world) => ({ json: { request: await requestOf(world), is_allowed: true } }),
  },
  {
    call: answerConsent,
    about: { redirect_uri: 'not registered' },
    expect: () => refused('validation'),
    ask: async (world) => ({ json: { request: await requestOf(world, { redirect_uri: 'https://evil.example/' }), is_allowed: true } }),
  },
];
