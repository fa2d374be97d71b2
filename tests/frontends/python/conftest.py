import matplotlib

matplotlib.use("Agg")


def pytest_addoption(parser):
    parser.addoption("--urto", help="the program urto, to compare with")
