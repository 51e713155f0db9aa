// Stands for a machine on which better-sqlite3 does not run: --require it with DRIVER_LOADING
//   fails     its binary is for another machine, and loading it throws
//   crashes   Node is too old for it, and loading it would end the process
const load = require.extensions['.node'];
const crashes = process.env.DRIVER_LOADING === 'crashes';

if (crashes) Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '9' } });
require.extensions['.node'] = (module, filename) => {
  if (!filename.includes('better-sqlite3')) return load(module, filename);
  if (crashes) process.kill(process.pid, 'SIGSEGV');
  throw new Error(`${filename}: wrong ELF class`);
};
