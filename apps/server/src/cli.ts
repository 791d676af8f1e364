#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=8
import { UsageError } from './cli/command.ts';
import { helpOf } from './cli/help.ts';
import { parseCommandLine } from './cli/parse-command-line.ts';
import { isClone } from './platform/program.ts';

// Code of commands is imported when it is needed: help, completion and refusals answer at once.
const words = process.argv.slice(2);
if (words.length === 0 && !isClone) words.push('start');
try {
  if (words[0] === 'complete') for (const line of (await import('./cli/help.ts')).complete(words.slice(1))) console.log(line);
  else {
    const request = parseCommandLine(words);
    if ('help' in request) console.log(helpOf(request.help));
    else await request.command.run(request.given as never);
  }
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  console.error(error instanceof UsageError ? error.message : (await import('./platform/explain-error.ts')).explainError(error));
}
