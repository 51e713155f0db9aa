// The browser of the tests: Chromium and a font, as Debian and Ubuntu package them.
// Run as a program it installs what is missing, as root; else it says what to install.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { folderOf, installPackages } from './debian.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';

/** The path of Chromium. Throws what to install when there is none. */
export function chromiumPath() {
  const found = NAMES.map((name) => ({ name, folder: folderOf(name) })).find(({ folder }) => folder !== null);
  if (found === undefined)
    throw new Error(
      'The tests in a browser need Chromium. Install with: apt-get install chromium fonts-dejavu-core',
    );
  return path.join(found.folder, found.name);
}

async function install() {
  const missing = NAMES.every((name) => folderOf(name) === null) ? ['chromium'] : [];
  if (process.platform === 'linux' && !existsSync(FONT)) missing.push('fonts-dejavu-core');
  await installPackages(missing);
  chromiumPath();
}

if (process.argv[1] === import.meta.filename) {
  await install().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
