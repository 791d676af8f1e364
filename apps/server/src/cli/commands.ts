import { type Command, command } from './command.ts';

const member = 'Username or email address.';
const json = { type: 'boolean', text: 'Print the result as JSON.' } as const;

const importDetails =
  'Adds categories, topics, posts and members, and notifies nobody. After an interruption, run the command again: it continues.\n' +
  'A later run adds what a newer file has. See docs/operating/move-a-forum.md.';
const importOptions = {
  'dry-run': { type: 'boolean', text: 'Print what would be imported, and write nothing.' },
  'invite': { type: 'boolean', text: 'Mail each imported member a link to the account, once.' },
  'url': { type: 'string', value: 'ADDRESS', text: 'Address of the old forum, for links and for images that are not in the file.' },
} as const;

/** Every command of the operator. Help, completion and the reading of arguments derive from this table. */
export const commands: readonly Command[] = [
  command({
    name: 'start',
    summary: 'Serve the community.',
    details:
      'Starts the database, runs pending migrations and serves until it is stopped by Ctrl-C or SIGTERM.\n' +
      'The npm package does the same without a command.',
    run: () => import('../main.ts'),
  }),
  command({
    name: 'migrate',
    summary: 'Run pending database migrations.',
    details: 'The server does the same when it starts. Stop the older version on every node first.',
    run: async () => (await import('./database.ts')).migrateNow(),
  }),
  command({
    name: 'doctor',
    summary: 'Check the installation and say how to fix each problem.',
    details:
      'Checks Node, the data folder, the database, the images, the mail server, the backups and the public address.\n' +
      'Exits with 1 after any warning or failed check.',
    options: { json },
    run: async (given) => (await import('./doctor.ts')).doctor(given),
  }),
  command({
    name: 'demo',
    summary: 'Add demo members, photos and conversations.',
    options: {
      into: { type: 'boolean', text: 'Add them to a community that already has members.' },
      seed: { type: 'string', value: 'NUMBER', default: '1961', text: 'Choose another community. The same number creates the same one.' },
    },
    examples: ['demo --into'],
    run: async (given) => (await import('./content.ts')).fillWithDemo(given),
  }),
  command({
    name: 'admin create',
    summary: 'Create an admin whose address is verified.',
    details: 'Prints a generated password, unless the password is read from standard input.',
    options: {
      'username': { type: 'string', value: 'NAME', required: true, text: 'Username.' },
      'email': { type: 'string', value: 'ADDRESS', required: true, text: 'Email address, for signing in.' },
      'name': { type: 'string', value: 'TEXT', text: 'Full name. Without it, the username.' },
      'password-stdin': { type: 'boolean', text: 'Read the password from standard input.' },
    },
    examples: ['admin create --username ada --email ada@mbari.example --name "Ada Obi"'],
    run: async (given) => (await import('./members.ts')).createAdminByName(given),
  }),
  command({
    name: 'admin promote',
    summary: 'Change the role of a member.',
    arguments: { member },
    options: { role: { type: 'string', choices: ['admin', 'moderator', 'member'], default: 'admin', text: 'New role.' } },
    examples: ['admin promote ada@mbari.example', 'admin promote ada --role moderator'],
    run: async (given) => (await import('./members.ts')).changeRole(given),
  }),
  command({
    name: 'plan grant',
    summary: 'Grant a paid plan to a member.',
    details: 'Subscriptions of the member do not change.',
    arguments: { member },
    options: {
      plan: { type: 'string', value: 'NAME', default: 'Premium', text: 'Name of the plan.' },
      until: { type: 'string', value: 'YYYY-MM-DD', text: 'Last day of the plan. Without it, the plan has no end.' },
    },
    examples: ['plan grant ada --until 2030-12-31'],
    run: async (given) => (await import('./members.ts')).grantPlanByName(given),
  }),
  command({
    name: 'plan revoke',
    summary: 'Revoke a granted plan.',
    details: 'Subscriptions of the member do not change.',
    arguments: { member },
    run: async (given) => (await import('./members.ts')).revokePlanByName(given),
  }),
  command({
    name: 'backup',
    summary: 'Write everything into one new file, or into an object store, while the server runs.',
    details:
      'Never overwrites a file. Exits with 3 if image files could not be read; everything else is then in the backup.\n' +
      'Instead of a file, s3: is the bucket of BACKUP_S3_*, and s3:NAME one of its backups.',
    arguments: { file: 'Backup to write, or to verify.' },
    options: {
      'verify': { type: 'boolean', text: 'Restore the backup into a temporary place and compare all of it.' },
      'without-secrets': { type: 'boolean', text: 'Leave out the secrets, for archives that others store.' },
      json,
    },
    examples: ['backup /mnt/backups/mbari.tar', 'backup --verify /mnt/backups/mbari.tar', 'backup s3:', 'backup --verify s3:'],
    run: async (given) => (await import('./backups.ts')).makeBackup(given),
  }),
  command({
    name: 'handover',
    summary: 'Write a backup for another operator, and a checklist beside it.',
    details:
      'The checklist (FILE with the ending .md) names what is set now and what the new operator has to set, without secret values.\n' +
      'After its restore, admins must confirm their role, and under another PUBLIC_URL links are rewritten. Stop the server first.\n' +
      'Exits with 3 if image files could not be read; everything else is then in the archive.',
    arguments: { file: 'Archive to write.' },
    options: { json },
    examples: ['handover /mnt/backups/mbari-handover.tar'],
    run: async (given) => (await import('./backups.ts')).handOver(given),
  }),
  command({
    name: 'backups',
    summary: 'List the backups in BACKUP_DIR and in the object store.',
    options: { json },
    run: async (given) => (await import('./backups.ts')).listBackups(given),
  }),
  command({
    name: 'restore',
    summary: 'Restore a backup into an empty installation.',
    details:
      'MBARI_DATA and the database must be empty. After an interruption, run the command again: it starts over.\n' +
      's3: is the newest backup in the bucket of BACKUP_S3_*, and s3:NAME another one.',
    arguments: { file: 'Backup to restore.' },
    examples: ['restore /mnt/backups/mbari.tar', 'restore s3:', 'restore s3:mbari-2026-03-01T0300Z'],
    run: async (given) => (await import('./backups.ts')).restore(given),
  }),
  command({
    name: 'upgrade',
    summary: 'Rehearse an upgrade to this version with the last backup.',
    details:
      'Restores the rows of the newest nightly backup beside the community, migrates this copy, and deletes it. The community\n' +
      'keeps running. Exits with 1 if the upgrade would fail. Run it with the new version: npx mbari@latest upgrade --rehearse',
    options: {
      rehearse: { type: 'boolean', text: 'Required, because the server itself upgrades the database when it starts.' },
      backup: { type: 'string', value: 'FILE', text: 'Another backup.' },
      json,
    },
    examples: ['upgrade --rehearse', 'upgrade --rehearse --backup /mnt/backups/mbari.tar'],
    run: async (given) => (await import('./upgrade.ts')).rehearse(given),
  }),
  command({
    name: 'export',
    summary: 'Write the data of a member into a new file.',
    details: 'The file is the same as under Settings → Security → Export.',
    arguments: { member, file: 'ZIP file to write.' },
    examples: ['export ada ada.zip'],
    run: async (given) => (await import('./members.ts')).exportMember(given),
  }),
  command({
    name: 'import discourse',
    summary: 'Import a forum from a backup of Discourse.',
    details: importDetails,
    arguments: { file: 'Backup: the .tar.gz with uploads, or the .sql.gz.' },
    options: importOptions,
    examples: ['import discourse forum.tar.gz --dry-run', 'import discourse forum.tar.gz --invite'],
    run: async (given) => (await import('./import-forum.ts')).importFrom('discourse', given),
  }),
  command({
    name: 'import nodebb',
    summary: 'Import a forum from an export of NodeBB.',
    details: importDetails,
    arguments: { file: 'Plain file of pg_dump, or JSON lines of mongoexport.' },
    options: {
      ...importOptions,
      uploads: { type: 'string', value: 'FOLDER', text: 'Folder public/uploads of NodeBB, for the images in posts.' },
    },
    examples: ['import nodebb forum.sql --uploads nodebb/public/uploads'],
    run: async (given) => (await import('./import-forum.ts')).importFrom('nodebb', given),
  }),
  command({
    name: 'forum recount',
    summary: 'Recompute the counters of the forum.',
    run: async () => (await import('./content.ts')).recount(),
  }),
  command({
    name: 'challenge recount',
    summary: 'Count the votes of a challenge again and compare them with its results.',
    details: 'Changes nothing. Exits with 1 if the results differ.',
    arguments: { id: 'ID of the challenge, from its address.' },
    run: async (given) => (await import('./content.ts')).recountChallenge(given),
  }),
  command({
    name: 'media move',
    summary: 'Copy all image files to the bucket of S3_*, or back.',
    details: 'Keeps the originals. After an interruption, run the command again: it continues.\nExits with 3 if image files are missing.',
    options: { to: { type: 'string', choices: ['s3', 'folder'], required: true, text: 'Target.' } },
    examples: ['media move --to s3'],
    run: async (given) => (await import('./content.ts')).moveMedia(given),
  }),
  command({
    name: 'second-step off',
    summary: 'Turn off two-step sign-in of a member who lost the device and the recovery codes.',
    details: 'The member is informed by mail. Make sure that the request comes from that member.',
    arguments: { member },
    run: async (given) => (await import('./members.ts')).turnOffSecondStep(given),
  }),
  command({
    name: 'signing-key renew',
    summary: 'Replace a lost signing key.',
    details: 'Prints the effects of a new key and changes nothing, unless you accept them. Stop the server on every node first.',
    options: {
      'turn-off-second-steps': { type: 'boolean', text: 'Accept the effects and create the key.' },
    },
    run: async (given) => (await import('./database.ts')).renewKey(given),
  }),
  command({
    name: 'database-password renew',
    summary: 'Set new passwords of the embedded database if their files are lost.',
    details: 'Stop the server first.',
    run: async () => (await import('./database.ts')).renewDatabasePassword(),
  }),
  command({
    name: 'completion',
    summary: 'Print a script that completes commands in your shell.',
    details:
      'In ~/.bashrc: source <(mbari completion bash). In ~/.zshrc: source <(mbari completion zsh).\n' +
      'In ~/.config/fish/config.fish: mbari completion fish | source.\n' +
      'For a clone, define the command before: alias mbari="npm run -s mbari --".',
    arguments: { shell: { text: 'Your shell.', choices: ['bash', 'zsh', 'fish'] } },
    run: async ({ shell }) => console.log((await import('./help.ts')).completionScript(shell)),
  }),
  command({
    name: 'version',
    summary: 'Print the version.',
    run: async () => console.log((await import('../platform/program.ts')).productVersion),
  }),
];
