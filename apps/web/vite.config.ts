import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { fonts } from './build/fonts.ts';
import { inlineScripts } from './build/inline-scripts.ts';
import { leanContract } from './build/lean-contract.ts';
import { mostUsedPasswords } from './build/most-used-passwords.ts';
import { precompress } from './build/precompress.ts';
import { publicPage } from './build/public-page.ts';
import { startEarly } from './build/start-early.ts';
import { words } from './build/words.ts';

const server = process.env['MBARI_SERVER'] ?? 'http://localhost:3000';
const proxied = ['/api', '/media', '/outbox', '/healthz', '^/(?:(?:user|category)/[^/]+/)?feed\\.atom$'];
const proxy = Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: true }]));

/** The language of this build; `scripts/build.mjs` runs one for each. */
const locale = process.env['WORDS_LOCALE'] ?? 'en';

/** Chunks that the page itself loads. */
const preloaded = ['index', 'react', 'router', 'rolldown-runtime'];

export default defineConfig({
  plugins: [
    leanContract(),
    words(locale),
    fonts(),
    inlineScripts(),
    mostUsedPasswords(),
    // With React refresh, main.tsx would accept its own updates and create a second root. Without, Vite reloads the page.
    react({ compiler: true, refreshExclude: /\/src\/main\.tsx$/ }),
    tailwindcss(),
    startEarly(),
    publicPage(locale),
    precompress(),
  ],
  resolve: {
    // Resolves the contract to its sources, so that it need not be built first.
    conditions: ['mbari-source', ...defaultClientConditions],
    alias: [
      { find: '~', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // Built into React since version 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: `dist/${locale}`,
    manifest: true,
    license: true,
    // An inlined font or image could not be cached, and data: would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Chunks need not list files that the page itself loads.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !preloaded.some((name) => file.startsWith(`assets/${name}-`))).toSorted(),
    },
    rolldownOptions: {
      // Inlines the contract's constants into their users. Otherwise the entry chunk gets all of them.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // The entry chunk lists every file, and hex hashes compress best.
        hashCharacters: 'hex',
        // The list names only the chunks that the preload above leaves out.
        chunkFileNames: ({ name }) => `assets/${preloaded.includes(name) ? '[name]-' : ''}[hash:7].js`,
        // The list names style sheets too.
        assetFileNames: ({ names: [name] }) => `assets/${name?.endsWith('.css') ? '' : '[name]-'}[hash:7][extname]`,
        codeSplitting: {
          groups: [
            {
              name: 'walls',
              priority: 4,
              test: /src[\\/](?:photos[\\/](?:wall|posts[\\/]photos|heart-burst)|platform[\\/]connection[\\/]load-image-button)[\\/]?[\w-]*\.css$/,
            },
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
            // The router and the query client. Other packages stay with the pages that import them.
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/]/, priority: 1 },
            // Modules of the entry, even if groups below match.
            { name: 'start', tags: ['$initial'], priority: 0.5 },
            // Shared by guests' and members' screens. Includes `formatting`, which the first group with plurals would otherwise absorb.
            {
              name: 'drawn',
              test: /lucide-react[\\/](?!.*[\\/]icons[\\/])|icons[\\/](?:check|x|chevron-down|arrow-right|circle-exclamation-point|eye)\.m?js|src[\\/]platform[\\/]ui[\\/]phrase|contract[\\/]src[\\/]platform[\\/]site\.|words[\\/]src[\\/](?:formatting|generated[\\/][\w-]+[\\/](?:format|languages))\.[jt]s|src[\\/]platform[\\/](?:lib[\\/](?:country-name|direction)|site[\\/](?:drawings|paths|use-site|site-pages|language-menu))/,
              priority: 0.3,
            },
            // Needed by every screen with a rail and a header. One file replaces ten small ones, which a slow connection would load in turn.
            {
              name: 'shell',
              priority: 0,
              test: /src[\\/](?:shell[\\/](?!visitor|drawer|fetch|offline|start-live)|notifications[\\/]notification-(?:bell|queries)|photos[\\/]feed[\\/]read-feed|platform[\\/](?:events[\\/]avatar-with-presence|ui[\\/](?:avatar|tabs|load-failed|load-more-button)|connection[\\/]load-image-button|lib[\\/](?:use-lazy-dialog|use-toggle|less-data|when-idle|random-id|hints\.ts|query-cache|cache-events[\\/](?:responses|notifications))))|contract[\\/]src[\\/]notifications[\\/]notifications|generated[\\/][\w-]+[\\/]low-data\.|icons[\\/](?:bell|heart|message-circle|log-out|menu|plus|panel-left[a-z-]*|gallery-horizontal-end|sliders-horizontal|users|user-plus|user-round|search|image-up|refresh-cw)\.m?js/,
            },
            // Needed by screens with members, and by the group `live`, which would otherwise absorb it.
            {
              name: 'follows',
              priority: 0.1,
              test: /platform[\\/]lib[\\/]cache-events[\\/]follows|contract[\\/]src[\\/]people[\\/]profiles/,
            },
            // Shared by onboarding and the group `profile`, which would otherwise absorb it.
            {
              name: 'categories',
              priority: 0.1,
              test: /src[\\/]photos[\\/]category-name|generated[\\/][\w-]+[\\/]starting-categories/,
            },
            // Shared by lists of photos and the group `profile`, which would otherwise absorb it.
            {
              name: 'slideshow-button',
              priority: 0.1,
              test: /src[\\/]photos[\\/]viewer[\\/]slideshow-button|generated[\\/][\w-]+[\\/]slideshow\.|icons[\\/]play\.m?js/,
            },
            // Shared by the reply form and the group `live`, which would otherwise absorb it.
            {
              name: 'replying',
              priority: 0.1,
              test: /platform[\\/]lib[\\/]cache-events[\\/]forum|contract[\\/]src[\\/]platform[\\/]events/,
            },
            // Loaded after a member's first screen. One file, because the modules depend on each other.
            {
              name: 'live',
              priority: 0,
              test: /src[\\/](?:platform[\\/](?:events[\\/](?!avatar-with)|connection[\\/]visit-cost\.|lib[\\/]cache-events[\\/]hints)|shell[\\/]start-live|forum[\\/]writing[\\/]replying)|words[\\/]src[\\/]generated[\\/][\w-]+[\\/]presence/,
            },
            // Needed by every screen with photos, but not by the forum.
            {
              name: 'photos',
              priority: 0,
              test: /src[\\/]photos[\\/](?:like-button|double-tap|posts[\\/]picture)|node_modules[\\/]thumbhash/,
            },
            // Small parts of many members' screens in one file: a slow connection would load twenty in turn.
            {
              name: 'parts',
              priority: 0.1,
              test: /src[\\/](?:platform[\\/](?:ui[\\/](?:menu|dialog|fetch-failed|selected-stroke)|lib[\\/](?:dates|copy-text|(?:find|drop)-cached|first-data|keyboard|use-(?:debounced|hints)|random-id|add-newest|format-bytes))|photos[\\/]posts[\\/]photo-by-id|(?:photos|forum)[\\/]category-queries)|contract[\\/]src[\\/](?:people[\\/](?:directory|follows)|photos[\\/](?:posts|categories)|platform[\\/]tags)\.|icons[\\/](?:pin|lock|arrow-up|circle-check|bell-ring|bell-off|link-2|trash(?:-2)?|pencil|mail|arrow-(?:left|down)|chevron-(?:left|right)|ellipsis|flag)\.m?js/,
            },
            {
              name: 'form',
              priority: 0.1,
              test: /platform[\\/](?:visible-text|lib[\\/]use-form|ui[\\/](?:field|note))|icons[\\/]eye-off\.m?js/,
            },
            {
              name: 'outside',
              priority: 0.1,
              test: /generated[\\/][\w-]+[\\/](?:auth|passwords)\.|src[\\/](?:platform[\\/]site[\\/]painted-page|identity[\\/]sign-in[\\/](?:outbox-hint|link-outcomes))|contract[\\/]src[\\/]identity[\\/](?:auth|passwords)\./,
            },
            {
              name: 'forum',
              priority: 0,
              test: /generated[\\/][\w-]+[\\/]answers\.|src[\\/](?:forum[\\/]topics[\\/](?:topic-(?:queries|head)|follow-track-button)|platform[\\/]lib[\\/]cache-events[\\/]forum\.ts)|contract[\\/]src[\\/]forum[\\/](?:topics|tracks|posts)\./,
            },
            {
              name: 'topic-parts',
              priority: 0,
              test: /contract[\\/]src[\\/]forum[\\/]images\.|src[\\/]forum[\\/](?:images[\\/](?:use-insert-images|image-box|topic-photo|images\.css)|local-draft-parts)/,
            },
            {
              name: 'writing',
              priority: 0.1,
              test: /platform[\\/](?:ui[\\/]send-shortcut|lib[\\/]show-pending-toast|text[\\/](?:completion-list|use-completion))/,
            },
            // Each group below merges small files that are needed together, because each file lengthens the entry's list of files.
            {
              name: 'account',
              priority: 0,
              test: /contract[\\/]src[\\/]identity[\\/](?:oauth|account|security)\.|cache-events[\\/]identity|generated[\\/][\w-]+[\\/]oauth\./,
            },
            {
              name: 'rules',
              priority: 0,
              test: /(?:contract[\\/]src[\\/]moderation|generated[\\/][\w-]+)[\\/]rules\.|platform[\\/]site[\\/]rules-query/,
            },
            {
              name: 'announced',
              priority: 0,
              test: /contract[\\/]src[\\/]community[\\/]announcements\.|words[\\/]src[\\/]generated[\\/][\w-]+[\\/]announcements/,
            },
            { name: 'forum-search', priority: 0, test: /(?:contract[\\/]src[\\/]forum[\\/]|generated[\\/][\w-]+[\\/]forum-)search\./ },
            { name: 'found', priority: 0, test: /generated[\\/][\w-]+[\\/](?:photo-search|tags)\./ },
            {
              name: 'pending',
              priority: 0,
              test: /(?:pending|application)-queries|contract[\\/]src[\\/](?:moderation[\\/]pending-posts|identity[\\/]applications)|generated[\\/][\w-]+[\\/](?:pending-posts|applications)\./,
            },
            {
              name: 'folded',
              priority: 0,
              test: /platform[\\/]text[\\/]folded|words[\\/]src[\\/]generated[\\/][\w-]+[\\/]muted-words/,
            },
            {
              name: 'muted',
              priority: 0,
              test: /platform[\\/]text[\\/]use-muted-words|contract[\\/]src[\\/]platform[\\/]word-list/,
            },
            // One file, because small files compress badly.
            { name: 'wall', test: /src[\\/]photos[\\/]wall[\\/]/, priority: 0 },
            // Shared by the page of the own profile and that of other members.
            { name: 'profile', test: /src[\\/]people[\\/]profiles[\\/]profile-(?:view|queries)/, priority: 0 },
          ],
        },
      },
    },
  },
});
