const { src, dest } = require('gulp');

/** Icons are copied as bytes: gulp 5 would decode them as UTF-8 and break any PNG. */
function icons() {
  return src(['nodes/**/*.{svg,png}', 'credentials/**/*.{svg,png}'], { base: '.', encoding: false }).pipe(
    dest('dist'),
  );
}

exports.icons = icons;
exports.default = icons;
