"""The attributes of objects that have no `__dict__`, compiled or not."""

from types import GetSetDescriptorType, MemberDescriptorType


def attributes(cls: type) -> list[str]:
    """The names of the attributes that a class gives its objects, without those of its parents."""
    kinds = (MemberDescriptorType, GetSetDescriptorType)
    return [name for name, value in vars(cls).items() if isinstance(value, kinds) and not name.startswith("__")]
