import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { drawings } from './build/drawings.ts';
import { fonts } from './build/fonts.ts';
import { leanContract } from './build/lean-contract.ts';
import { mostUsedPasswords } from './build/most-used-passwords.ts';
import { precompress } from './build/precompress.ts';
import { startEarly } from './build/start-early.ts';
import { words } from './build/words.ts';

const server = process.env['MBARI_SERVER'] ?? 'http://localhost:3000';
const proxied = ['/api', '/media', '/outbox', '/healthz', '^/(?:user|category)/[^/]+/feed\\.atom$'];
const proxy = Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: true }]));

/** The language of this build; `scripts/build.mjs` makes one of each. */
const locale = process.env['WORDS_LOCALE'] ?? 'en';

export default defineConfig({
  plugins: [
    leanContract(),
    words(locale),
    fonts(),
    drawings(),
    mostUsedPasswords(),
    react({ compiler: true }),
    tailwindcss(),
    startEarly(),
    precompress(),
  ],
  resolve: {
    // The contract is read from its sources, so that the web app builds without building the contract first.
    conditions: ['mbari-source', ...defaultClientConditions],
    alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) },
  },
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: `dist/${locale}`,
    manifest: true,
    // Every asset is a file of its own: an inlined font or picture could not be cached, and data: needs a hole in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract's limits and sentences go where they are said, not into the entry all together.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          groups: [
            // How words are put together, which else goes with the first group whose words have numbers.
            { name: 'words', test: /words[\\/]src[\\/](?:formatting|generated[\\/][\w-]+[\\/]format)\.[jt]s/, priority: 3 },
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
            // Only what the entry needs anyway; libraries of one page stay with that page.
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/]/, priority: 1 },
            // What the entry needs stays with it, whoever else does.
            { name: 'start', tags: ['$initial'], priority: 0.5 },
            // What guests' screens share with members' screens.
            {
              name: 'drawn',
              test: /lucide-react[\\/](?!.*[\\/]icons[\\/])|icons[\\/](?:check|x|arrow-right)\.m?js|contract[\\/]src[\\/]site|src[\\/](?:drawings[\\/](?!uli)|features[\\/]site[\\/]use-site)/,
              priority: 0.3,
            },
            // What every screen with a rail and a header needs: one file in place of ten small ones, which a slow connection would fetch in turn.
            {
              name: 'shell',
              priority: 0,
              test: /src[\\/](?:shell[\\/](?!shell|visitor|drawer)|features[\\/]notifications[\\/](?:notification-(?:bell|queries))|ui[\\/](?:verified-badge|tabs)|lib[\\/](?:use-lazy-dialog|use-toggle|(?:patch|rewrite)-cached|is-photo|cache-events[\\/](?:responses|notifications))|features[\\/](?:feed[\\/]read-feed|wall[\\/]load-more-button))|contract[\\/]src[\\/]notifications|icons[\\/](?:bell|heart|message-circle|log-out|menu|plus|panel-left[a-z-]*|gallery-horizontal-end|sliders-horizontal|users|user-plus|user-round|search|image-up|refresh-cw)\.m?js/,
            },
            // What every screen with photos needs, and the forum does not.
            {
              name: 'photos',
              priority: 0,
              test: /src[\\/]features[\\/]photos[\\/](?:like-button|use-like-photo|heart-burst|picture|use-double-tap)|node_modules[\\/]thumbhash/,
            },
            // So small that they would go with whatever else asks for them.
            {
              name: 'marks',
              test: /icons[\\/](?:pin|lock|circle-check|bell-ring|bell-off)\.m?js/,
              priority: 0.1,
            },
            { name: 'dates', test: /src[\\/]lib[\\/](?:relative-date|day-in-sentence)/, priority: 0.1 },
            // What the pages of the forum share.
            {
              name: 'forum',
              priority: 0,
              test: /src[\\/](?:features[\\/](?:forum-topics[\\/]topic-(?:queries|head|view-tabs)|forum-tracks)|lib[\\/]cache-events[\\/]forum\.ts)|contract[\\/]src[\\/]forum-(?:topics|tracks|posts|likes)/,
            },
            // Small files compress badly: the wall is one.
            { name: 'wall', test: /src[\\/]features[\\/]wall[\\/]/, priority: 0 },
          ],
        },
      },
    },
  },
});
