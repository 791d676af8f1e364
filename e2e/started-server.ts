import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const registration = (name: string) => ({
  ...{ name, username: name, email: `${name}@example.com`, country_code: '+234', phone: '8012345678' },
  ...{ password: 'a-long-password', password_confirmation: 'a-long-password' },
});

export const register = (url: string, name: string) =>
  fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration(name)),
  });

export const pidOfPostgres = async (dataFolder: string): Promise<number> =>
  Number((await readFile(path.join(dataFolder, 'database/postmaster.pid'), 'utf8')).split('\n')[0]);

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
