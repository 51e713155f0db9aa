/** Chromium for the tests that look at what a person sees, and the pictures it takes. */
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../scripts/n8n/chromium.mjs';
import { ROOT } from '../../scripts/processes.mjs';

/** Every picture of a run, kept until the next one. */
const PICTURES = path.join(ROOT, '.n8n-dev/pictures');
/** Those that the README shows, replaced only when UPDATE_SCREENSHOTS=1. */
const SHOWN = path.join(ROOT, 'docs/images');
/** n8n's passing messages, which cover what is to be seen. */
const NO_TOASTS = '.el-notification { display: none !important }';
const LARGEST_BYTES = 150_000;

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const openBrowser = () =>
  chromium.launch({ executablePath: chromiumPath(), headless: true, args: QUIET });

/** Takes a picture of a page or of a part of it. `shown`: it is one of those that the README shows. */
export async function picture(target, name, { shown = false, ...options } = {}) {
  mkdirSync(PICTURES, { recursive: true });
  const file = path.join(PICTURES, `${name}.png`);
  await target.screenshot({ path: file, animations: 'disabled', style: NO_TOASTS, ...options });
  if (!shown || process.env.UPDATE_SCREENSHOTS !== '1') return;
  const { size } = statSync(file);
  if (size > LARGEST_BYTES)
    throw new Error(`${name}.png has ${size} bytes, a picture of the README at most ${LARGEST_BYTES}.`);
  mkdirSync(SHOWN, { recursive: true });
  copyFileSync(file, path.join(SHOWN, `${name}.png`));
}
