import { checkAgainstModel } from '../../helpers/monitorModel';

it('keeps its promises through 200 random lives', async () => {
  await checkAgainstModel(200);
}, 240_000);
