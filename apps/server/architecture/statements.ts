import { type Argument, parseSync, Visitor } from 'oxc-parser';
import type { Module } from './source.ts';
import { homes } from './table-homes.ts';

/** Counters change in the statement that writes the row they count: the only writes beyond the home. */
export const counters: Record<string, readonly string[]> = {
  'comments photos': ['comments_count'],
  'likes photos': ['likes_count'],
  'likes comments': ['likes_count'],
  'saved-posts photos': ['version'],
  'follows members': ['followers_count', 'following_count', 'private_followers_count', 'private_following_count'],
  'photos members': ['photos_count'],
  'forum-likes forum_posts': ['likes_count'],
  'forum-likes forum_topics': ['likes_count'],
  'forum-departures forum_posts': ['author_gone', 'likes_count'],
  'forum-departures forum_post_likes': ['is_counted'],
  'forum-departures forum_poll_votes': ['is_counted'],
  'forum-departures forum_poll_choices': ['votes_count'],
  'forum-departures forum_polls': ['voters_count'],
  'forum-departures forum_topics': ['likes_count'],
  'forum-recount forum_posts': ['likes_count'],
  'forum-recount forum_topics': ['posts_count', 'others_count', 'likes_count', 'latest_post_id', 'last_number'],
  'forum-posts forum_topics': ['last_number', 'posts_count', 'others_count', 'likes_count', 'latest_post_id', 'solved_post_id'],
};

/** Columns of a wide table that are a subject of their own. */
const parts: Record<string, readonly string[]> = {
  'settings members': [
    'profile_visibility',
    'post_visibility',
    'contact_visibility',
    'show_online_status',
    'allow_direct_messages',
    'show_email',
    'show_phone_number',
    'show_location',
    'show_birthday',
    'notify_on_mention',
    'notify_on_reply',
    'notify_on_follow',
    'notify_on_like',
    'notify_on_comment',
    'notify_on_forum',
    'push_notification_preferences',
    'email_notification_preferences',
    'locale',
    'time_zone',
    'muted_words',
  ],
  'members members': [
    'name',
    'bio',
    'gender',
    'date_of_birth',
    'occupation',
    'country',
    'phone',
    'social_links',
    'avatar_stock',
    'avatar_image_id',
    'interests_waived',
  ],
  'customising members': ['accent', 'cover_image_id'],
  'plans members': ['plan_name', 'plan_ends_at'],
  'sanctions members': ['silenced_at', 'silenced_until', 'silence_reason'],
  'forum-moderation forum_topics': [
    'locked_at',
    'pinned_at',
    'pinned_until',
    'category_id',
    'posts_count',
    'others_count',
    'likes_count',
    'latest_post_id',
    'last_number',
    'solved_post_id',
    'photo_id',
    'merged_into',
    'deleted_at',
  ],
  'forum-moderation forum_posts': ['deleted_at', 'topic_id', 'number'],
};

/** These write outside of features, each for its reason. */
const others: Record<string, string> = {
  'apps/server/src/platform/db/migrate.ts': 'keeps the list of migrations that have run',
  'apps/server/src/platform/jobs/queries.ts': 'frees jobs of a worker that died',
  'apps/server/src/operations/backup/copy-tables.ts': 'brings whole tables back, into an empty database',
};

export interface Statement {
  at: string;
  /** As it stands in the module, holes and all. */
  sql: string;
  /** What was put into the text: source code of each `${…}`. */
  holes: string[];
}

const isSql =
  /^\s*(?:--.*\s+)?(?:copy\s|alter\s+table\s|with\s+(?:recursive\s+)?\w+\s+as\s|select\s|insert\s+into\s|update\s|delete\s+from\s|merge\s+into\s|truncate\s|values\s*\()/i;
/** A part of a statement that writes: `gone as (delete from likes …)`. */
const hasWrite =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update)\s+(?:only\s+)?([a-z_]+)(\s+(?:(?:as\s+)?[a-z]\w*\s+)?set\b)?/gi;
const containsWrite = (text: string): boolean =>
  [...text.matchAll(hasWrite)].some(([words, table = '', set]) => table in homes && (set !== undefined || !/^update/i.test(words)));

/** Every SQL text in a module: strings and templates that start as a statement does, or write to a table in passing. */
export function statementsIn(module: Module): Statement[] {
  const known = read.get(module) ?? readStatements(module);
  read.set(module, known);
  return known;
}

/** Several checks read the same modules. */
const read = new WeakMap<Module, Statement[]>();

function readStatements(module: Module): Statement[] {
  const found: Statement[] = [];
  const add = (start: number, sql: string, holes: string[]): void => {
    if (isSql.test(sql) || containsWrite(sql))
      found.push({ at: `${module.path}:${module.text.slice(0, start).split('\n').length}`, sql, holes });
  };
  const { program } = parseSync(module.path, module.text);
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') add(node.start, node.value, []);
    },
    TemplateLiteral(node) {
      add(
        node.start,
        module.text.slice(node.start + 1, node.end - 1),
        node.expressions.map(({ start, end }) => module.text.slice(start, end)),
      );
    },
  }).visit(program);
  return found;
}

const writes =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?([a-z_]+)(?:\s+(?:as\s+)?(?!set\b|using\b|where\b|select\b|values\b)[a-z]\w*)?(?:\s+set\s+([\s\S]*?)(?=\bfrom\b|\bwhere\b|\breturning\b|$))?/gi;

/** Writes of a table away from its home, as sentences. */
export function wrongWriters(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    if (module.path in others || module.path.includes('/features/demo/')) return [];
    const feature = /\/features\/([\w-]+)\//.exec(module.path)?.[1] ?? '';
    return statementsIn(module).flatMap(({ at, sql }) =>
      [...sql.matchAll(writes)].flatMap(([, verb = '', table = '', set = '']) => {
        // `for update of m`, `on conflict do update set` and `for no key update` name no table.
        if (verb.toLowerCase() === 'update' && ['of', 'set', 'skip', 'nowait'].includes(table.toLowerCase())) return [];
        if (!(table in homes)) return [`${at} writes ${table}, which has no home yet`];
        if (homes[table] === feature && module.path.endsWith('queries.ts')) return [];
        if (homes[table] === feature) return [`${at} writes ${table} outside of queries.ts`];
        const columns = [...set.matchAll(/(?:^|,)\s*([a-z_]+)\s*=/g)].map(([, column = '']) => column);
        const own = [counters, parts].flatMap((beyond) => beyond[`${feature} ${table}`] ?? []);
        if (verb.toLowerCase() === 'update' && columns.length > 0 && columns.every((column) => own.includes(column))) return [];
        return [`${at} writes ${table}, whose home is ${homes[table]}`];
      }),
    );
  });
}

/** Beside statements: what opens and closes a transaction or a cursor, locks a table, and work on a database as a whole. None writes a table of ours. */
const isOfTransaction =
  /^(?:begin|commit|rollback|set |lock table |declare \w+ .*\bcursor\b|fetch \d+ from \w|analyze|comment on |create temporary table |(?:create|drop) database )/;

/** Texts that are sent to the database and that no rule reads, since they are put together on the spot or start as no statement does. */
export function unreadSql(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    const wrong: string[] = [];
    const readArgument = (sent: Argument): void => {
      if (sent.type === 'ConditionalExpression') return [sent.consequent, sent.alternate].forEach(readArgument);
      const text = sent.type === 'Literal' ? String(sent.value) : module.text.slice(sent.start + 1, sent.end - 1);
      const isRead =
        sent.type === 'Literal' || sent.type === 'TemplateLiteral'
          ? isSql.test(text) || isOfTransaction.test(text)
          : sent.type !== 'BinaryExpression';
      if (!isRead) wrong.push(`${module.path}:${module.text.slice(0, sent.start).split('\n').length} sends a text that no rule reads`);
    };
    new Visitor({
      CallExpression({ callee, arguments: [sent] }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !sent) return;
        if (['rows', 'row', 'run', 'query'].includes(callee.property.name)) readArgument(sent);
      },
    }).visit(parseSync(module.path, module.text).program);
    return wrong;
  });
}

/** How many writes were looked at, so that a check which finds none cannot pass for a good one. */
export const countWrites = (modules: readonly Module[]): number =>
  modules.flatMap(statementsIn).flatMap(({ sql }) => [...sql.matchAll(writes)]).length;

/** Files whose `page` parameter skips rows inside a keyset window: the specification asks for page numbers. */
const pages = [
  ...['blocks', 'feed', 'follows', 'likes', 'comments', 'directory', 'forum-topic-lists', 'notifications', 'search'].map(
    (feature) => `apps/server/src/features/${feature}/queries.ts`,
  ),
  'apps/server/src/photos/feed/following-queries.ts',
  'apps/server/src/notifications/group-queries.ts',
];

/** Tables are copied whole, whichever there are: their names come from the catalogue of the database, and are quoted. */
const copies = 'apps/server/src/operations/backup/copy-tables.ts';

/** SQL that is not static, or that pages in a way that gets slower the further one goes. */
export function carelessSql(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    // Conditions that are put together from names of tables; no request comes near them.
    if (module.path.startsWith('apps/server/src/visibility/') || module.path === copies) return [];
    const fixed = fixedNames(module);
    return statementsIn(module).flatMap(({ at, sql, holes }) => [
      ...(/\blimit\s+\$\d/i.test(sql) ? [`${at} takes its limit from a parameter; the planner then guesses a tenth of the table`] : []),
      ...(/^\s*(?:copy|alter\s+table)\s/i.test(sql) ? [`${at} takes or changes a whole table; ${copies} does that`] : []),
      ...(/\boffset\b/i.test(sql) && !pages.includes(module.path) ? [`${at} skips rows by offset; page by key`] : []),
      ...holes
        .filter((hole) => !isLiteralLimit(sql, hole) && !fixed.has(/^[\w$]+/.exec(hole)?.[0] ?? ''))
        .map((hole) => `${at} puts \${${hole}} into the text; pass it as a parameter`),
    ]);
  });
}

/** `limit ${limit}`: a type of a few literal numbers, since the planner must read it. */
const isLiteralLimit = (sql: string, hole: string): boolean => /^\w+$/.test(hole) && new RegExp(`\\blimit \\$\\{${hole}\\}`).test(sql);

/** Names that a request cannot change: imports and what stands at the top of the module. */
function fixedNames({ path, text }: Module): Set<string> {
  const { program, module } = parseSync(path, text);
  const names = new Set(module.staticImports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)));
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'FunctionDeclaration' && declared.id) names.add(declared.id.name);
    if (declared?.type === 'VariableDeclaration' && declared.kind === 'const')
      for (const { id } of declared.declarations) if (id.type === 'Identifier') names.add(id.name);
  }
  return names;
}
