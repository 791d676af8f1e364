import { expect, test as base } from '@playwright/test';

interface Fixtures {
  /** Where the shared server keeps its mails, pictures and the rest. */
  dataFolder: string;
  /** Problems the page told the console. Empty at the end of every test, unless the test takes some out. */
  complaints: string[];
}

/** The tests' own `test`: on the shared server, and failing when the page's console was not silent. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, provide) => provide(process.env['MBARI_E2E_URL']),
  dataFolder: async ({}, provide) => provide(process.env['MBARI_E2E_DATA'] ?? ''),
  complaints: [
    async ({ context }, provide) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
      // What the content policy stopped is a fault of the page, also where the browser says nothing of it.
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
          console.error(`the policy stopped ${effectiveDirective} (${blockedURI}) of ${sourceFile}`),
        ),
      );
      await provide(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
