import { checkAgainstModel } from '../../helpers/monitorModel';

it('keeps its promises through 10,000 random lives', async () => {
  await checkAgainstModel(10_000);
});
