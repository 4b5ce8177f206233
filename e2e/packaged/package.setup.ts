import { test } from '../support/fixtures.ts';
import { makePackage, packagedProgram } from '../support/package.ts';

test('the app as it is built now is packaged into a folder with its program', async () => {
  test.setTimeout(300_000);
  await makePackage();
  packagedProgram();
});
